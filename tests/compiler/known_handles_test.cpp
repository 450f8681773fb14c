// SPDX-License-Identifier: Apache-2.0
// Kernels made for the images and samplers of a launch.
#include "picture.h"

using namespace quadcl;
using namespace quadcl::test;

TEST_CASE("images of depths and images from buffers are read and written as numbers of one channel") {
  const auto run = [](const char* declarations, const char* body, const ImageFormat& format,
                      const ImageType& type, std::array<int, 3> size) {
    const ImageProgram program(
        std::string("kernel void k(") + declarations +
            ", global float* read) {\n  const int x = get_global_id(0), y = get_global_id(1), z = "
            "get_global_id(2);\n  const size_t i = (z * get_global_size(1) + y) * "
            "get_global_size(0) + x;\n" +
            body + "}\n",
        "-cl-std=CL3.0");
    const auto width = static_cast<std::size_t>(size[0]), height = static_cast<std::size_t>(size[1]);
    for (const std::vector<LaunchFact>& facts :
         {std::vector<LaunchFact>{}, std::vector<LaunchFact>{fact_of(format), fact_of(format)}}) {
      Picture from(format, type, size), to(format, type, size);
      from.fill(4);
      std::vector<float> read(width * height * static_cast<std::size_t>(size[2]));
      Program made = program.made_for(facts);
      REQUIRE(made.run("k", range({width, height, static_cast<std::size_t>(size[2])}), from.argument(),
                       to.argument(), read));
      CHECK(to.is_whole());
      for (int z = 0, i = 0; z < size[2]; ++z)
        for (int y = 0; y < size[1]; ++y)
          for (int x = 0; x < size[0]; ++x, ++i) {
            const Place at{x, y, z};
            CHECK(read[static_cast<std::size_t>(i)] ==
                  Approx(colour_of(format, from.pixel(at))[0]).epsilon(1e-6));
            CHECK(std::equal(from.pixel(at), from.pixel(at) + format.pixel_bytes(), to.pixel(at)));
          }
    }
  };
  for (const ChannelType type : {ChannelType::UNORM_INT16, ChannelType::FLOAT}) {
    const ImageFormat& depth = format_of(ChannelOrder::DEPTH, type);
    run("read_only image2d_depth_t from, write_only image2d_depth_t to",
        "read[i] = read_imagef(from, (int2)(x, y)); write_imagef(to, (int2)(x, y), read[i]);\n", depth,
        kTypes[2], {7, 5, 1});
    run("read_only image2d_array_depth_t from, write_only image2d_array_depth_t to",
        "const sampler_t s = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_LINEAR;\n"
        "read[i] = read_imagef(from, s, (float4)(x + 0.5f, y + 0.5f, z, 0));\n"
        "write_imagef(to, (int4)(x, y, z, 0), read[i]);\n",
        depth, kTypes[3], {7, 5, 3});
  }
  for (const ChannelType type : {ChannelType::UNORM_INT8, ChannelType::HALF_FLOAT, ChannelType::FLOAT})
    run("read_only image1d_buffer_t from, write_only image1d_buffer_t to",
        "const float4 c = read_imagef(from, x); read[i] = c.x; write_imagef(to, x, c);\n",
        format_of(ChannelOrder::R, type), kTypes[0], {100, 1, 1});
}

TEST_CASE("images of one launch may have different formats") {
  const ImageProgram program(
      "kernel void k(read_only image2d_t a, read_only image2d_t b, write_only image2d_t c, sampler_t s) {\n"
      "  const int2 at = (int2)(get_global_id(0), get_global_id(1));\n"
      "  const float4 x = read_imagef(a, s, at), y = read_imagef(b, s, at);\n"
      "  write_imagef(c, at, (float4)(x.xy, y.x, 1));\n}\n");
  const ImageFormat& rg = format_of(ChannelOrder::RG, ChannelType::UNORM_INT16);
  const ImageFormat& r = format_of(ChannelOrder::R, ChannelType::HALF_FLOAT);
  const ImageFormat& rgba = format_of(ChannelOrder::RGBA, ChannelType::FLOAT);
  const std::uint32_t sampler = QUADCL_SAMPLER_NEAREST | QUADCL_SAMPLER_CLAMP_TO_EDGE;
  Program made = program.made_for({fact_of(rg), fact_of(r), fact_of(rgba), fact_of_sampler(sampler)});
  Picture a(rg, kTypes[2], {70, 3, 1}), b(r, kTypes[2], {70, 3, 1}), c(rgba, kTypes[2], {70, 3, 1});
  a.fill(1), b.fill(2);
  REQUIRE(made.run("k", range({70, 3, 1}), a.argument(), b.argument(), c.argument(), sampler));
  CHECK(c.is_whole());
  for (int y = 0; y < 3; ++y)
    for (int x = 0; x < 70; ++x) {
      const Colour from_a = colour_of(rg, a.pixel({x, y, 0})), from_b = colour_of(r, b.pixel({x, y, 0}));
      const Colour got = colour_of(rgba, c.pixel({x, y, 0}));
      CHECK(got[0] == Approx(from_a[0]).epsilon(1e-6));
      CHECK(got[1] == Approx(from_a[1]).epsilon(1e-6));
      CHECK(got[2] == from_b[0]);
      CHECK(got[3] == 1);
    }
}

TEST_CASE("an executable of kernels with images keeps what makes them for a launch") {
  const std::string source =
      "kernel void k(read_only image2d_t i, global float* o) { o[0] = read_imagef(i, (int2)(0)).x; }\n"
      "kernel void plain(global float* o) { o[0] = 1; }\n";
  const Outcome postponed = build_postponed(source);
  const Outcome all = finish(postponed.image, "");
  REQUIRE(all.status == QUADCL_OK);
  auto image = read_image(all.image);
  REQUIRE(image.ok());
  CHECK_FALSE(image->bitcode.empty());
  const ImageFormat& r = *find_image_format(static_cast<std::uint32_t>(ChannelOrder::R),
                                            static_cast<std::uint32_t>(ChannelType::FLOAT));
  const Outcome again = finish(all.image, "k", {fact_of(r), 0});
  REQUIRE(again.status == QUADCL_OK);
  Program made(std::move(read_image(again.image)).value());
  Picture picture(r, kTypes[2], {1, 1, 1});
  const float value = 2.5f;
  std::memcpy(picture.pixel({0, 0, 0}), &value, sizeof value);
  std::vector<float> out(1);
  REQUIRE(made.run("k", range({1, 1, 1}), picture.argument(), out));
  CHECK(out[0] == value);
  const Outcome without = finish(build_postponed("kernel void a(global int* o) { *o = 1; }\n"
                                                 "kernel void b(global int* o) { *o = 2; }\n")
                                     .image,
                                 "");
  CHECK(read_image(without.image)->bitcode.empty());
}
