// SPDX-License-Identifier: Apache-2.0
// Kernels read, write and query images of all formats. The expected values follow OpenCL C 3.0, "Image
// addressing and filtering" and "Conversion rules", in double precision.
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <random>

#include "picture.h"

using namespace quadcl;
using namespace quadcl::test;

namespace {

/// "If the channel order is CL_R, CL_RG, CL_RGB or CL_LUMINANCE": black and opaque; else all zero.
Colour border_of(const ImageFormat& format) {
  using enum ChannelOrder;
  const ChannelOrder order = format.order->order;
  return {0, 0, 0, order == R || order == RG || order == RGB || order == LUMINANCE ? 1.0 : 0.0};
}

struct Sampler {
  std::uint32_t bits;
  std::uint32_t addressing() const { return bits & QUADCL_SAMPLER_ADDRESS_BITS; }
  bool is_normalised() const { return (bits & QUADCL_SAMPLER_NORMALISED) != 0; }
  bool is_linear() const { return (bits & QUADCL_SAMPLER_LINEAR) != 0; }
};

std::vector<Sampler> all_samplers() {
  std::vector<Sampler> samplers;
  for (const std::uint32_t filter : {QUADCL_SAMPLER_NEAREST, QUADCL_SAMPLER_LINEAR}) {
    for (const std::uint32_t mode : {QUADCL_SAMPLER_CLAMP_TO_EDGE, QUADCL_SAMPLER_CLAMP})
      for (const std::uint32_t normalised : {0u, std::uint32_t{QUADCL_SAMPLER_NORMALISED}})
        samplers.push_back({filter | mode | normalised});
    for (const std::uint32_t mode : {QUADCL_SAMPLER_REPEAT, QUADCL_SAMPLER_MIRRORED_REPEAT})
      samplers.push_back({filter | mode | QUADCL_SAMPLER_NORMALISED});
  }
  return samplers;
}

/// What a filter takes along one axis.
struct Sample {
  std::int64_t first = 0, second = 0;
  double weight = 0;
};

/// The specification's formulas; single precision where they round.
Sample sample_along(float s, int size, const Sampler& sampler) {
  float u = sampler.is_normalised() ? s * static_cast<float>(size) : s;
  const bool repeats = sampler.addressing() == QUADCL_SAMPLER_REPEAT;
  const bool mirrors = sampler.addressing() == QUADCL_SAMPLER_MIRRORED_REPEAT;
  if (repeats) u = (s - std::floor(s)) * static_cast<float>(size);
  if (mirrors) u = std::fabs(s - 2 * std::rint(0.5f * s)) * static_cast<float>(size);
  if (!repeats && !mirrors) u = std::clamp(u, -1e6f, 1e6f);  // all that is far outside is outside
  if (sampler.is_linear()) u -= 0.5f;
  Sample sample;
  sample.first = static_cast<std::int64_t>(std::floor(u));
  sample.second = sample.first + 1;
  sample.weight = sampler.is_linear() ? u - std::floor(u) : 0;
  if (repeats && sample.first < 0) sample.first += size;
  if (repeats && !sampler.is_linear() && sample.first > size - 1) sample.first -= size;
  if (repeats && sample.second > size - 1) sample.second -= size;
  if (mirrors) sample.first = std::clamp<std::int64_t>(sample.first, 0, size - 1);
  if (mirrors) sample.second = std::min<std::int64_t>(sample.second, size - 1);
  return sample;
}

Colour texel(Picture& picture, Place at, const ImageType& type, const Sampler& sampler) {
  for (unsigned axis = 0; axis < 3; ++axis) {
    const std::int64_t size = picture.size()[axis];
    const bool is_outside = at[axis] < 0 || at[axis] >= size;
    if (axis < type.filtered && is_outside && sampler.addressing() == QUADCL_SAMPLER_CLAMP)
      return border_of(picture.format());
    at[axis] = std::clamp<std::int64_t>(at[axis], 0, size - 1);
  }
  return colour_of(picture.format(), picture.pixel(at));
}

Colour expected(Picture& picture, const ImageType& type, const Sampler& sampler, const Coordinates& s) {
  std::array<Sample, 3> samples;
  for (unsigned axis = 0; axis < type.filtered; ++axis)
    samples[axis] = sample_along(s[axis], picture.size()[axis], sampler);
  if (type.has_layers) samples[2].first = static_cast<std::int64_t>(std::rint(s[2]));
  Colour sum{};
  for (unsigned corner = 0; corner < 8; ++corner) {
    double weight = 1;
    Place at;
    for (unsigned axis = 0; axis < 3; ++axis) {
      const bool is_second = (corner >> axis & 1) != 0;
      weight *= is_second ? samples[axis].weight : 1 - samples[axis].weight;
      at[axis] = is_second ? samples[axis].second : samples[axis].first;
    }
    if (weight == 0) continue;
    const Colour colour = texel(picture, at, type, sampler);
    for (unsigned i = 0; i < 4; ++i) sum[i] += weight * colour[i];
  }
  return sum;
}

/// Inside, at borders, and far outside; for normalised samplers fractions of these.
std::vector<Coordinates> some_coordinates(const Picture& picture, const Sampler& sampler) {
  std::mt19937 random(3);
  std::vector<Coordinates> all;
  for (int i = 0; i < 120; ++i) {
    Coordinates s{};
    for (unsigned axis = 0; axis < 3; ++axis) {
      const auto size = static_cast<float>(picture.size()[axis]);
      s[axis] = std::uniform_real_distribution<float>(-1.5f * size, 2.5f * size)(random);
      if (i % 3 == 0) s[axis] = std::floor(s[axis]) + 0.5f;
      // Halfway between pixels, rounding would choose.
      if (i % 3 != 0) s[axis] = std::floor(s[axis] * 64) / 64 + 1 / 128.0f;
      if (sampler.is_normalised()) s[axis] /= size;
    }
    s[2] = picture.size()[2] > 1 ? s[2] : 0;
    all.push_back(s);
  }
  // In pixels, more than a float holds.
  if (sampler.addressing() == QUADCL_SAMPLER_CLAMP_TO_EDGE || sampler.addressing() == QUADCL_SAMPLER_CLAMP)
    for (const float far : {3.4e38f, -3.4e38f}) all.push_back({far, 0.4375f, 0, 0});
  return all;
}

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kWild[]{NAN,           kInfinity,      -kInfinity, 1e30f, -1e30f,
                        2147483648.0f, -2147483904.0f, 3e9f,       -0.0f};

struct Reading {
  const char* function;
  const char* element;
};

Reading reading_of(const ImageFormat& format) {
  if (format.type->kind == ChannelKind::sint) return {"i", "int"};
  if (format.type->kind == ChannelKind::uint) return {"ui", "uint"};
  return {"f", "float"};
}

std::string read_source(const ImageType& type, const Reading& reading, const std::string& sampler) {
  const std::string element = reading.element, function = reading.function;
  const bool is_argument = sampler.empty();
  return (is_argument ? "" : "constant sampler_t s = " + sampler + ";\n") + "kernel void k(read_only " +
         type.name + " image, global const float4* places, global " + element + "4* colours" +
         (is_argument ? ", sampler_t s" : "") + ") {\n  const size_t i = get_global_id(0);\n" +
         "  const float4 at = places[i];\n  colours[i] = read_image" + function + "(image, s, " +
         type.coordinates + ");\n}\n";
}

double value_of(const std::string& element, std::uint32_t bits) {
  if (element == "float") return std::bit_cast<float>(bits);
  if (element == "int") return static_cast<std::int32_t>(bits);
  return bits;
}

void check_colour(const Colour& wanted, const std::uint32_t* bits, const std::string& element) {
  for (unsigned i = 0; i < 4; ++i) {
    const double got = value_of(element, bits[i]);
    INFO("component " << i << ": " << got << ", expected " << wanted[i]);
    if (!(std::fabs(got - wanted[i]) <= 2e-6 * std::max(1.0, std::fabs(wanted[i])))) FAIL();  // NaN, too
  }
}

bool suits(const ImageFormat& format, const ImageType& type) {
  return (format.uses.any_dimensions || type.filtered == 2) && format.order->order != ChannelOrder::DEPTH;
}

void check_reads(Program& program, const ImageFormat& format, const ImageType& type, const Sampler& sampler,
                 bool is_argument) {
  Picture picture(format, type, {7, 5, 3});
  picture.fill(1);
  const std::vector<Coordinates> places = some_coordinates(picture, sampler);
  std::vector<Coordinates> all = places;
  for (const float wild : kWild)
    for (const float other : {0.5f, wild}) all.push_back({wild, other, other, 0});
  std::vector<std::uint32_t> colours(all.size() * 4);
  if (is_argument) {
    REQUIRE(program.run("k", range({all.size(), 1, 1}), picture.argument(), all, colours, sampler.bits));
  } else {
    REQUIRE(program.run("k", range({all.size(), 1, 1}), picture.argument(), all, colours));
  }
  for (std::size_t i = 0; i < places.size(); ++i) {
    INFO("at " << places[i][0] << ", " << places[i][1] << ", " << places[i][2]);
    check_colour(expected(picture, type, sampler, places[i]), &colours[4 * i], reading_of(format).element);
  }
}

}  // namespace

TEST_CASE("images are read through samplers, whatever their format") {
  for (const ImageType& type : kTypes) {
    for (const char* function : {"f", "i", "ui"}) {
      std::optional<ImageProgram> program;
      for (const ImageFormat& format : image_formats()) {
        const Reading reading = reading_of(format);
        if (std::string(reading.function) != function || !suits(format, type)) continue;
        if (!program) program.emplace(read_source(type, reading, ""));
        std::optional<Program> made;
        if (&type == &kTypes[2]) made = program->made_for({fact_of(format)});
        for (const Sampler& sampler : all_samplers()) {
          if (sampler.is_linear() && reading.function != std::string("f")) continue;
          INFO(type.name << ", order " << std::hex << static_cast<int>(format.order->order) << ", type "
                         << static_cast<int>(format.type->type) << ", sampler " << sampler.bits);
          check_reads(program->general(), format, type, sampler, true);
          if (made) check_reads(*made, format, type, sampler, true);
        }
      }
    }
  }
}

TEST_CASE("samplers that are known read like others") {
  for (const ImageType& type : {kTypes[2], kTypes[4]}) {
    const ImageFormat& half = *find_image_format(static_cast<std::uint32_t>(ChannelOrder::RGBA),
                                                 static_cast<std::uint32_t>(ChannelType::HALF_FLOAT));
    const ImageProgram with_argument(read_source(type, reading_of(half), ""));
    for (const Sampler& sampler : all_samplers()) {
      INFO(type.name << ", sampler " << sampler.bits);
      Program made = with_argument.made_for({fact_of(half), 0, 0, fact_of_sampler(sampler.bits)});
      check_reads(made, half, type, sampler, true);
      const ImageFormat& rgba = *find_image_format(static_cast<std::uint32_t>(ChannelOrder::RGBA),
                                                   static_cast<std::uint32_t>(ChannelType::UNORM_INT8));
      const ImageFormat& r = *find_image_format(static_cast<std::uint32_t>(ChannelOrder::R),
                                                static_cast<std::uint32_t>(ChannelType::FLOAT));
      Program program(read_source(type, reading_of(rgba), std::to_string(sampler.bits)));
      check_reads(program, rgba, type, sampler, false);
      check_reads(program, r, type, sampler, false);
    }
  }
}

TEST_CASE("images are read at integers, with and without a sampler") {
  Program program(
      "kernel void k(read_only image2d_t image, global const int2* places, global float4* a, global float4* "
      "b) {\n"
      "  const sampler_t s = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;\n"
      "  const size_t i = get_global_id(0);\n"
      "  a[i] = read_imagef(image, places[i]);\n"
      "  b[i] = read_imagef(image, s, places[i]);\n}\n");
  for (const ImageFormat& format : image_formats()) {
    if (reading_of(format).function != std::string("f") || !suits(format, kTypes[2])) continue;
    Picture picture(format, kTypes[2], {6, 4, 1});
    picture.fill(2);
    std::vector<std::array<std::int32_t, 2>> places;
    for (int y = -2; y < 6; ++y)
      for (int x = -2; x < 8; ++x) places.push_back({x, y});
    const std::size_t near = places.size();
    constexpr std::int32_t kMost = std::numeric_limits<std::int32_t>::max();
    for (const std::int32_t wild : {kMost, -kMost - 1, 1 << 30}) places.push_back({wild, wild});
    std::vector<std::uint32_t> without(places.size() * 4), with(places.size() * 4);
    REQUIRE(program.run("k", range({places.size(), 1, 1}), picture.argument(), places, without, with));
    for (std::size_t i = 0; i < near; ++i) {
      const Place at{places[i][0], places[i][1], 0};
      INFO("at " << at[0] << ", " << at[1]);
      check_colour(texel(picture, at, kTypes[2], {QUADCL_SAMPLER_CLAMP}), &with[4 * i], "float");
      const bool is_inside = at[0] >= 0 && at[0] < 6 && at[1] >= 0 && at[1] < 4;
      if (is_inside) check_colour(colour_of(format, picture.pixel(at)), &without[4 * i], "float");
    }
  }
}

namespace {

/// Colours with values at and beyond all limits of formats.
ImageColour some_colour(const ImageFormat& format, std::mt19937& random) {
  ImageColour colour{};
  for (unsigned i = 0; i < 4; ++i) {
    if (format.type->kind == ChannelKind::sint) {
      colour.integers[i] = static_cast<std::int32_t>(random()) >> random() % 32;
    } else if (format.type->kind == ChannelKind::uint) {
      colour.naturals[i] = static_cast<std::uint32_t>(random()) >> random() % 32;
    } else {
      const bool keeps_sign = format.type->kind != ChannelKind::unorm;
      colour.floats[i] = std::uniform_real_distribution<float>(keeps_sign ? -1 : -0.25f, 1.25f)(random);
      if (format.type->kind == ChannelKind::snorm) colour.floats[i] = std::min(colour.floats[i], 1.0f);
    }
  }
  return colour;
}

std::string write_source(const ImageType& type, const Reading& reading) {
  const std::string coordinates = type.coordinates;
  return "kernel void k(write_only " + std::string(type.name) +
         " image, global const int4* places, global const " + reading.element +
         "4* colours) {\n  const size_t i = get_global_id(0);\n  const int4 at = places[i];\n" +
         "  write_image" + reading.function + "(image, " + coordinates + ", colours[i]);\n}\n";
}

void check_writes(Program& program, const ImageFormat& format, const ImageType& type) {
  Picture picture(format, type, {6, 4, 3});
  std::mt19937 random(5);
  std::vector<std::array<std::int32_t, 4>> places;
  std::vector<ImageColour> colours;
  const bool has_y = type.filtered >= 2, has_z = type.filtered == 3 || type.has_layers;
  // Along an axis that the type lacks only 0, or several places would be one pixel.
  for (int z = has_z ? -1 : 0; z <= (has_z ? 3 : 0); ++z)
    for (int y = has_y ? -1 : 0; y <= (has_y ? 4 : 0); ++y)
      for (int x = -1; x <= 6; ++x) places.push_back({x, y, z, 0});
  constexpr std::int32_t kMost = std::numeric_limits<std::int32_t>::max();
  for (const std::int32_t wild : {kMost, -kMost - 1, 1 << 30, -(1 << 30)})
    places.push_back({wild, wild, wild, 0});
  for (std::size_t i = 0; i < places.size(); ++i) colours.push_back(some_colour(format, random));
  REQUIRE(program.run("k", range({places.size(), 1, 1}), picture.argument(), places, colours));
  CHECK(picture.is_whole());
  for (std::size_t i = 0; i < places.size(); ++i) {
    const Place at{places[i][0], places[i][1], places[i][2]};
    bool is_inside = true;
    for (unsigned axis = 0; axis < 3; ++axis)
      is_inside = is_inside && at[axis] >= 0 && at[axis] < picture.size()[axis];
    if (!is_inside) continue;
    const auto wanted = encode_pixel(format, colours[i]);
    INFO("at " << at[0] << ", " << at[1] << ", " << at[2] << ", order " << std::hex
               << static_cast<int>(format.order->order) << ", type " << static_cast<int>(format.type->type));
    const bool is_equal =
        std::equal(wanted.begin(), wanted.begin() + format.pixel_bytes(), picture.pixel(at));
    if (!is_equal) FAIL();
  }
}

}  // namespace

TEST_CASE("images are written as their formats say, and nothing beside them") {
  for (const ImageType& type : kTypes) {
    for (const char* function : {"f", "i", "ui"}) {
      std::optional<ImageProgram> program;
      for (const ImageFormat& format : image_formats()) {
        const Reading reading = reading_of(format);
        if (reading.function != std::string(function) || !suits(format, type) || !format.uses.write) continue;
        if (!program) program.emplace(write_source(type, reading));
        check_writes(program->general(), format, type);
        if (&type != &kTypes[2]) continue;
        Program made = program->made_for({fact_of(format)});
        check_writes(made, format, type);
      }
    }
  }
}

TEST_CASE("kernels ask for the sizes and the format of an image") {
  Program program(
      "kernel void k(read_only image2d_array_t a, write_only image3d_t b, read_only image1d_buffer_t c, "
      "global int* o) {\n"
      "  o[0] = get_image_width(a); o[1] = get_image_height(a); o[2] = (int)get_image_array_size(a);\n"
      "  const int2 s = get_image_dim(a); o[3] = s.x; o[4] = s.y;\n"
      "  const int4 t = get_image_dim(b); o[5] = t.x; o[6] = t.y; o[7] = t.z; o[8] = t.w;\n"
      "  o[9] = get_image_depth(b); o[10] = get_image_width(c); o[11] = get_image_channel_order(c) == "
      "CLK_RG;\n"
      "  o[12] = get_image_channel_data_type(b) == CLK_HALF_FLOAT;\n}\n",
      "-cl-std=CL3.0");
  const auto format = [](ChannelOrder order, ChannelType type) -> const ImageFormat& {
    return *find_image_format(static_cast<std::uint32_t>(order), static_cast<std::uint32_t>(type));
  };
  Picture a(format(ChannelOrder::R, ChannelType::FLOAT), kTypes[3], {7, 5, 3});
  Picture b(format(ChannelOrder::RGBA, ChannelType::HALF_FLOAT), kTypes[4], {6, 4, 2});
  Picture c(format(ChannelOrder::RG, ChannelType::SIGNED_INT8), kTypes[0], {9, 1, 1});
  std::vector<std::int32_t> out(13);
  REQUIRE(program.run("k", range({1, 1, 1}), a.argument(), b.argument(), c.argument(), out));
  CHECK(out == std::vector<std::int32_t>{7, 5, 3, 7, 5, 6, 4, 2, 0, 2, 9, 1, 1});
}

TEST_CASE("a work-item reads what it wrote into a read_write image") {
  Program program(
      "kernel void k(read_write image2d_t image) {\n"
      "  const int2 at = (int2)(get_global_id(0), get_global_id(1));\n"
      "  write_imagef(image, at, read_imagef(image, at) + 1);\n"
      "  atomic_work_item_fence(CLK_IMAGE_MEM_FENCE, memory_order_acq_rel, memory_scope_work_item);\n"
      "  write_imagef(image, at, read_imagef(image, at) * 2);\n}\n",
      "-cl-std=CL3.0");
  const ImageFormat& format = *find_image_format(static_cast<std::uint32_t>(ChannelOrder::R),
                                                 static_cast<std::uint32_t>(ChannelType::FLOAT));
  Picture picture(format, kTypes[2], {37, 5, 1});
  const auto value = [&](int x, int y) { return reinterpret_cast<float*>(picture.pixel({x, y, 0})); };
  for (int y = 0; y < 5; ++y)
    for (int x = 0; x < 37; ++x) *value(x, y) = static_cast<float>(x - 10 * y);
  REQUIRE(program.run("k", range({37, 5, 1}), picture.argument()));
  CHECK(picture.is_whole());
  for (int y = 0; y < 5; ++y)
    for (int x = 0; x < 37; ++x) CHECK(*value(x, y) == static_cast<float>(2 * (x - 10 * y + 1)));
}
