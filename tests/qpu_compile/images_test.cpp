// SPDX-License-Identifier: Apache-2.0
// Kernels that take images run on the QPUs, with the results of the CPU: all formats, types of images,
// addressing modes and filters.
#include <CL/cl_ext_quadcl.h>

#include <array>
#include <cmath>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "core/image_format.h"
#include "image_sides.h"
#include "messages.h"

using namespace api;
using namespace quadcl;
using namespace image_tests;

namespace {

struct SamplerCase {
  cl_bool is_normalised;
  cl_addressing_mode addressing;
  cl_filter_mode filter;
};
std::vector<SamplerCase> all_samplers() {
  std::vector<SamplerCase> samplers;
  for (const cl_filter_mode filter : {CL_FILTER_NEAREST, CL_FILTER_LINEAR}) {
    for (const cl_addressing_mode mode : {CL_ADDRESS_NONE, CL_ADDRESS_CLAMP_TO_EDGE, CL_ADDRESS_CLAMP})
      samplers.push_back({CL_FALSE, mode, filter});
    for (const cl_addressing_mode mode :
         {CL_ADDRESS_CLAMP_TO_EDGE, CL_ADDRESS_CLAMP, CL_ADDRESS_REPEAT, CL_ADDRESS_MIRRORED_REPEAT})
      samplers.push_back({CL_TRUE, mode, filter});
  }
  return samplers;
}
constexpr SamplerCase kNearest{CL_FALSE, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST},
    kLinear{CL_TRUE, CL_ADDRESS_REPEAT, CL_FILTER_LINEAR};

constexpr std::size_t kPlaces = 160;

/// Inside, at borders, and outside, in eighths of a pixel off the places where a filter would have to round.
std::vector<float> some_places(const TypeCase& type, const SamplerCase& sampler) {
  std::mt19937 random(3);
  const bool is_1d_array = type.type == CL_MEM_OBJECT_IMAGE1D_ARRAY;
  const std::array<std::size_t, 3> sizes{type.extents[0], is_1d_array ? 1 : type.extents[1],
                                         is_1d_array ? type.extents[1] : type.extents[2]};
  const bool stays_inside = sampler.addressing == CL_ADDRESS_NONE;
  std::vector<float> places;
  for (std::size_t i = 0; i < kPlaces; ++i)
    for (std::size_t axis = 0; axis < 4; ++axis) {
      const float size = axis < 3 ? static_cast<float>(sizes[axis]) : 0;
      const float low = stays_inside ? 1 : -1.5F * size, high = stays_inside ? size - 1 : 2.5F * size;
      float s = std::uniform_real_distribution<float>(low, std::max(low, high))(random);
      s = std::floor(s * 8) / 8 + 1 / 16.0F;
      if (size <= 1) s = 0.3125F;
      places.push_back(sampler.is_normalised && axis < 3 ? s / size : s);
    }
  return places;
}

bool are_close(const unsigned char* a, const unsigned char* b, float tolerance) {
  if (std::memcmp(a, b, sizeof(float)) == 0) return true;
  float x, y;
  std::memcpy(&x, a, sizeof x);
  std::memcpy(&y, b, sizeof y);
  return std::fabs(x - y) <= tolerance * std::max(1.0F, std::fabs(y));
}

void compare(const Bytes& ours, const Bytes& reference, float tolerance) {
  for (std::size_t i = 0; i < ours.size(); i += 4)
    if (!are_close(&ours[i], &reference[i], tolerance)) {
      float x, y;
      std::memcpy(&x, &ours[i], 4);
      std::memcpy(&y, &reference[i], 4);
      INFO("component " << i / 4 << ": " << x << " on the QPUs, " << y << " on the CPU");
      CHECK(false);
      return;
    }
}

std::string element_of(const std::string& function) {
  return function == "f" ? "float" : function == "i" ? "int" : "uint";
}

/// Texture units have 8 bits of coordinates' fractions and of results.
constexpr float kTextureError = 1.6F / 255;
constexpr const char* kRelaxed = "-cl-fast-relaxed-math";
/// Sums and products are truncated.
constexpr float kFilterError = 0x1p-16F, kNumberError = 0x1p-20F;

/// Images with bytes in four channels, and with rows of whole micro-tiles.
bool is_texture(const TypeCase& type, const ImageFormat& format) {
  return type.type == CL_MEM_OBJECT_IMAGE2D && type.extents[0] % 4 == 0 && format.order->channels == 4 &&
         format.type->type == ChannelType::UNORM_INT8 && format.order->order != ChannelOrder::sRGBA;
}

/// Whether all numbers are those of normalised bytes: a filter in floats makes others.
bool holds_bytes(const Bytes& colours) {
  for (std::size_t i = 0; i < colours.size(); i += sizeof(float)) {
    float x;
    std::memcpy(&x, &colours[i], sizeof x);
    if (std::fabs(x * 255 - std::rint(x * 255)) > 0x1p-12F) return false;
  }
  return true;
}

/// A kernel that reads images of a type, each of which may have another format.
class Reads {
 public:
  Reads(const TypeCase& type, const std::string& function, const std::string& options = "")
      : type_(type), function_(function), is_relaxed_(!options.empty()) {
    for (Side* side : sides_.both)
      side->build(
          std::string("kernel void k(read_only ") + type.name +
              " image, sampler_t s, global const float4* places, global " + element_of(function) +
              "4* colours) {\n  const size_t i = get_global_id(0);\n  const float4 at = places[i];\n" +
              "  colours[i] = read_image" + function + "(image, s, " + type.coordinates + ");\n}\n",
          options);
  }

  void check(const ImageFormat& format, const SamplerCase& sampler) {
    INFO(type_.name << ", " << name_of(format) << ", sampler " << sampler.is_normalised << ", " << std::hex
                    << sampler.addressing << ", " << sampler.filter);
    const Bytes on_qpus = run(sides_.qpus, format, sampler, kOnQpus),
                on_cpu = run(sides_.cpu, format, sampler, kOnCpu);
    const bool is_linear = sampler.filter == CL_FILTER_LINEAR,
               is_looked_up = is_relaxed_ && is_linear && is_texture(type_, format);
    compare(on_qpus, on_cpu,
            is_looked_up       ? kTextureError
            : is_linear        ? kFilterError
            : function_ == "f" ? kNumberError
                               : 0);
    if (is_looked_up) CHECK(holds_bytes(on_qpus));
  }

 private:
  Bytes run(Side& side, const ImageFormat& format, const SamplerCase& sampler,
            cl_profiling_target_quadcl target) {
    const auto own_sampler = made([&](cl_int* error) {
      return clCreateSampler(side.context(), sampler.is_normalised, sampler.addressing, sampler.filter,
                             error);
    });
    const Buffer image = side.image(type_, format, pixels_of(format, pixels_in(type_))),
                 places = side.buffer(bytes_of(some_places(type_, sampler))),
                 colours = side.buffer(Bytes(kPlaces * 16));
    side.set(0, image.get());
    side.set(1, own_sampler.get());
    side.set(2, places.get());
    side.set(3, colours.get());
    CHECK(side.launch({kPlaces}) == target);
    return side.read(colours, kPlaces * 16);
  }

  const TypeCase& type_;
  const std::string function_;
  const bool is_relaxed_;
  Sides sides_;
};

/// Numbers of normalised channels that lie just between two may be rounded the other way.
bool is_same_pixel(const ImageFormat& format, const unsigned char* a, const unsigned char* b) {
  const bool is_normalised =
      format.type->kind == ChannelKind::unorm || format.type->kind == ChannelKind::snorm;
  if (!is_normalised || format.type->is_packed) return std::memcmp(a, b, format.pixel_bytes()) == 0;
  const std::size_t step = format.type->bytes;
  for (std::size_t i = 0; i < format.pixel_bytes(); i += step) {
    std::int16_t x = 0, y = 0;
    std::memcpy(&x, a + i, step);
    std::memcpy(&y, b + i, step);
    if (std::abs(static_cast<std::int16_t>(x - y)) > 1) return false;
  }
  return true;
}

/// Colours for a format: floats from -1.5 to 1.5, integers that do not all fit into 8 or 16 bits.
Bytes some_colours(const std::string& function, std::size_t count) {
  std::mt19937 random(7);
  Bytes bytes(count * 16);
  for (std::size_t i = 0; i < bytes.size(); i += 4) {
    const std::uint32_t bits = random();
    const float number = static_cast<float>(bits % 3001) / 1000 - 1.5F;
    const std::int32_t integer = static_cast<std::int32_t>(bits) >> (bits % 4 * 8);
    function == "f" ? std::memcpy(&bytes[i], &number, 4) : std::memcpy(&bytes[i], &integer, 4);
  }
  return bytes;
}

/// A kernel that writes images of a type, at places beside them, too.
class Writes {
 public:
  Writes(const TypeCase& type, const std::string& function) : type_(type), function_(function) {
    const bool is_1d_array = type.type == CL_MEM_OBJECT_IMAGE1D_ARRAY;
    for (Side* side : sides_.both)
      side->build(
          std::string("#pragma OPENCL EXTENSION cl_khr_3d_image_writes : enable\nkernel void k(write_only ") +
          type.name + " image, global const " + element_of(function) +
          "4* colours) {\n  const int4 id = (int4)(get_global_id(0), get_global_id(1), "
          "get_global_id(2), 0);\n  const int4 at = " +
          (is_1d_array ? "id.xzyw" : "id") + " - (int4)(1, 1, 0, 0) * " +
          (type.extents[1] > 1 && !is_1d_array ? "1" : "(int4)(1, 0, 0, 0)") + ";\n  write_image" + function +
          "(image, " + type.coordinates + ", colours[(id.z * 6 + id.y) * 18 + id.x]);\n}\n");
  }

  void check(const ImageFormat& format) {
    INFO(type_.name << ", " << name_of(format));
    const Bytes on_qpus = run(sides_.qpus, format, kOnQpus), on_cpu = run(sides_.cpu, format, kOnCpu);
    const std::size_t step = format.pixel_bytes();
    for (std::size_t i = 0; i < on_cpu.size(); i += step)
      if (!is_same_pixel(format, &on_qpus[i], &on_cpu[i])) {
        INFO("pixel " << i / step);
        CHECK(Bytes(&on_qpus[i], &on_qpus[i] + step) == Bytes(&on_cpu[i], &on_cpu[i] + step));
        return;
      }
  }

 private:
  Bytes run(Side& side, const ImageFormat& format, cl_profiling_target_quadcl target) {
    const Buffer image = side.image(type_, format, Bytes(pixels_in(type_) * format.pixel_bytes(), 0x5a)),
                 colours = side.buffer(some_colours(function_, 18 * 6 * 4));
    side.set(0, image.get());
    side.set(1, colours.get());
    CHECK(side.launch({18, type_.extents[1] > 1 ? 6U : 1U, type_.extents[2]}) == target);
    return side.read(image, type_, format);
  }

  const TypeCase& type_;
  const std::string function_;
  Sides sides_;
};

bool is_read_in(const ImageFormat& format, const TypeCase& type) {
  return (format.uses.any_dimensions || type.extents[1] > 1) && format.order->order != ChannelOrder::DEPTH;
}

}  // namespace

TEST_CASE("QPUs read images of all formats", "[images]") {
  for (const char* function : {"f", "i", "ui"}) {
    Reads reads(kType2D, function);
    for (const ImageFormat& format : image_formats()) {
      if (reading_of(format).function != function || !is_read_in(format, kType2D)) continue;
      reads.check(format, kNearest);
      if (function == std::string("f") && format.order->order == ChannelOrder::RGBA)
        reads.check(format, kLinear);
    }
  }
}

TEST_CASE("QPUs read images of all types by samplers of all kinds", "[images]") {
  const ImageFormat& format = format_of(ChannelOrder::RGBA, ChannelType::UNORM_INT8);
  for (const TypeCase& type : kTypes) {
    Reads reads(type, "f");
    if (&type != &kType2D)
      for (const SamplerCase& sampler : {kNearest, kLinear}) reads.check(format, sampler);
  }
  Reads reads(kType2D, "f");
  for (const SamplerCase& sampler : all_samplers()) reads.check(format, sampler);
}

TEST_CASE("texture units read images of bytes with linear filters where the program allows it", "[images]") {
  const ImageFormat& bytes = format_of(ChannelOrder::RGBA, ChannelType::UNORM_INT8);
  Reads(kTexture, "f").check(bytes, kLinear);
  Reads reads(kTexture, "f", kRelaxed);
  for (const SamplerCase& sampler : all_samplers())
    if (sampler.filter == CL_FILTER_LINEAR) reads.check(bytes, sampler);
  for (const ChannelOrder order : {ChannelOrder::BGRA, ChannelOrder::ARGB, ChannelOrder::ABGR})
    reads.check(format_of(order, ChannelType::UNORM_INT8), kLinear);
  reads.check(format_of(ChannelOrder::RGBA, ChannelType::SNORM_INT8), kLinear);
  reads.check(format_of(ChannelOrder::sRGBA, ChannelType::UNORM_INT8), kLinear);
}

TEST_CASE("texture units read where work-items go different ways, wait at barriers, or need many registers",
          "[images]") {
  constexpr const char* kKernels[] = {
      // In loops that end at different times, from two images by two samplers.
      "for (int i = 0; i < (x * 7 + y) % 5; ++i)\n"
      "  sum += read_imagef(a, s, p + i) + 2 * read_imagef(a, t, p * 0.05f - i * 0.11f) +\n"
      "         read_imagef(b, s, p * 0.5f);\n",
      "local float4 kept[16]; const int l = get_local_id(0);\n"
      "kept[l] = read_imagef(a, s, p); barrier(CLK_LOCAL_MEM_FENCE);\n"
      "sum = kept[15 - l] + read_imagef(b, t, p * 0.03f);\n",
      "float4 c[25];\n"
      "for (int i = 0; i < 25; ++i) c[i] = read_imagef(a, s, p + (float2)(i % 5, i / 5) * 0.7f);\n"
      "for (int i = 0; i < 25; ++i) for (int j = 0; j < i; ++j) sum += c[i] * c[j] * (i - j) * 0.001f;\n"};
  const ImageFormat& format = format_of(ChannelOrder::RGBA, ChannelType::UNORM_INT8);
  for (const char* kernel : kKernels) {
    INFO(kernel);
    Sides sides;
    std::array<Bytes, 2> results;
    for (std::size_t i = 0; i < 2; ++i) {
      Side& side = *sides.both[i];
      const std::string source =
          "constant sampler_t s = CLK_FILTER_LINEAR | CLK_ADDRESS_CLAMP_TO_EDGE;\n"
          "constant sampler_t t = CLK_FILTER_LINEAR | CLK_ADDRESS_REPEAT | CLK_NORMALIZED_COORDS_TRUE;\n"
          "kernel __attribute__((reqd_work_group_size(16, 1, 1))) void k(read_only image2d_t a, "
          "read_only image2d_t b, global float4* sums) {\n"
          "const int x = get_global_id(0), y = get_global_id(1);\n"
          "const float2 p = (float2)(x * 0.3125f, y * 0.4375f);\nfloat4 sum = 0;\n";
      side.build(source + kernel + "sums[y * 48 + x] = sum;\n}\n", kRelaxed);
      const Buffer a = side.image(kTexture, format, pixels_of(format, pixels_in(kTexture))),
                   b = side.image(kTypes[2], format, pixels_of(format, pixels_in(kTypes[2]))),
                   sums = side.buffer(Bytes(48 * 6 * 16));
      side.set(0, a.get());
      side.set(1, b.get());
      side.set(2, sums.get());
      const cl_profiling_target_quadcl target = i == 0 ? kOnQpus : kOnCpu;
      CHECK(side.launch({48, 6}) == target);
      results[i] = side.read(sums, 48 * 6 * 16);
    }
    compare(results[0], results[1], 8 * kTextureError);
  }
}

TEST_CASE("QPUs write images of all formats", "[images]") {
  for (const char* function : {"f", "i", "ui"}) {
    Writes writes(kType2D, function);
    for (const ImageFormat& format : image_formats())
      if (reading_of(format).function == function && format.uses.write && is_read_in(format, kType2D))
        writes.check(format);
  }
}

TEST_CASE("QPUs write images of all types", "[images]") {
  for (const TypeCase& type : kTypes)
    Writes(type, "ui").check(format_of(ChannelOrder::RGBA, ChannelType::UNSIGNED_INT16));
}

TEST_CASE("QPUs read and write one image, and know sizes and formats", "[images]") {
  // Each number of the buffer is one that the source of this test says.
  Sides sides;
  std::array<Bytes, 2> pixels, facts;
  const ImageFormat& format = format_of(ChannelOrder::R, ChannelType::UNSIGNED_INT32);
  for (std::size_t i = 0; i < 2; ++i) {
    Side& side = *sides.both[i];
    side.build(
        "kernel void k(read_write image2d_t image, read_only image2d_array_t other, global int* facts) {\n"
        "  const int2 at = (int2)(get_global_id(0), get_global_id(1));\n"
        "  write_imageui(image, at, read_imageui(image, at) * 3 + read_imageui(image, at).x);\n"
        "  write_imageui(image, at, read_imageui(image, at) + 1);\n"
        "  const int values[] = {get_image_width(other), get_image_height(other), "
        "(int)get_image_array_size(other), get_image_channel_order(other), "
        "get_image_channel_data_type(image), get_image_dim(image).y};\n"
        "  if (at.x == 0 && at.y == 0) for (int i = 0; i < 6; ++i) facts[i] = values[i];\n}\n",
        "-cl-std=CL3.0");
    const Buffer image = side.image(kType2D, format, pixels_of(format, pixels_in(kType2D))),
                 other = side.image(kTypes[3], format, pixels_of(format, pixels_in(kTypes[3]))),
                 found = side.buffer(Bytes(24));
    side.set(0, image.get());
    side.set(1, other.get());
    side.set(2, found.get());
    const cl_profiling_target_quadcl target = i == 0 ? kOnQpus : kOnCpu;
    CHECK(side.launch({kWidth, kHeight}) == target);
    pixels[i] = side.read(image, kType2D, format);
    facts[i] = side.read(found, 24);
  }
  CHECK(pixels[0] == pixels[1]);
  const std::array<std::int32_t, 6> wanted{kWidth, kHeight, kDepth, CL_R, CL_UNSIGNED_INT32, kHeight};
  CHECK(std::memcmp(facts[0].data(), wanted.data(), 24) == 0);
}

TEST_CASE("QPUs saturate numbers of pixels to integers", "[images]") {
  Side side(all_devices()[0]);
  side.build(
      "kernel void k(read_only image1d_t image, global uint* bytes) {\n"
      "  const int x = get_global_id(0);\n"
      "  bytes[x] = convert_uchar_sat(read_imagef(image, x).x * 2.0f);\n}\n");
  const std::vector<float> pixels{-1, 0.25F, 1.75F, 127.25F, 127.75F, 128, 1e30F};
  const Buffer image =
      side.image(kTypes[0], format_of(ChannelOrder::R, ChannelType::FLOAT), bytes_of(pixels));
  const Buffer bytes = side.buffer(Bytes(4 * kWidth));
  side.set(0, image.get());
  side.set(1, bytes.get());
  CHECK(side.launch({kWidth}) == kOnQpus);
  const std::array<std::uint32_t, kWidth> wanted{0, 0, 3, 254, 255, 255, 255};
  CHECK(std::memcmp(side.read(bytes, sizeof wanted).data(), wanted.data(), sizeof wanted) == 0);
}

/// The integers that the channels of pixels hold. The smallest one is read as -1, as the one above.
std::vector<int> held_integers(const ImageFormat& format, const Bytes& pixels, int greatest) {
  const bool has_sign = greatest == 127 || greatest == 32767;
  std::vector<int> integers;
  for (std::size_t i = 0; i < pixels.size(); i += format.type->bytes) {
    int bits = pixels[i];
    if (format.type->bytes == 2) bits |= pixels[i + 1] << 8;
    if (has_sign && bits > greatest) bits -= 2 * (greatest + 1);
    integers.push_back(std::max(bits, -greatest));
  }
  return integers;
}

TEST_CASE("a channel's number times the greatest one is the integer that the channel holds", "[images]") {
  // Products and conversions to integers are truncated.
  struct Case {
    ChannelOrder order;
    ChannelType type;
    int greatest;
  };
  constexpr Case kCases[]{{ChannelOrder::RGBA, ChannelType::UNORM_INT8, 255},
                          {ChannelOrder::R, ChannelType::UNORM_INT8, 255},
                          {ChannelOrder::RGBA, ChannelType::UNORM_INT16, 65535},
                          {ChannelOrder::RG, ChannelType::SNORM_INT8, 127},
                          {ChannelOrder::RGBA, ChannelType::SNORM_INT16, 32767}};
  const TypeCase row{"image1d_t", CL_MEM_OBJECT_IMAGE1D, {512, 1, 1}, "at.x"};
  for (const Case& test : kCases) {
    const ImageFormat& format = format_of(test.order, test.type);
    INFO(name_of(format));
    Side side(all_devices()[0]);
    side.build(
        "kernel void k(read_only image1d_t image, int greatest, global int4* numbers) {\n"
        "  const int x = get_global_id(0);\n"
        "  numbers[x] = convert_int4(read_imagef(image, x) * (float)greatest);\n}\n");
    const Bytes pixels = pixels_of(format, pixels_in(row));
    const Buffer image = side.image(row, format, pixels), found = side.buffer(Bytes(16 * pixels_in(row)));
    side.set(0, image.get());
    side.set(1, test.greatest);
    side.set(2, found.get());
    CHECK(side.launch({pixels_in(row)}) == kOnQpus);
    std::vector<int> numbers(4 * pixels_in(row)), channels;
    std::memcpy(numbers.data(), side.read(found, 16 * pixels_in(row)).data(), 16 * pixels_in(row));
    for (std::size_t i = 0; i < numbers.size(); ++i)
      if (static_cast<int>(i % 4) < format.order->channels) channels.push_back(numbers[i]);
    CHECK(channels == held_integers(format, pixels, test.greatest));
  }
}

TEST_CASE("a kernel that takes images tells where it ran", "[images]") {
  Side side(all_devices()[0]);
  side.build("kernel void k(write_only image2d_t image) { write_imagef(image, (int2)(0, 0), 1); }");
  CHECK_THAT(side.build_log(), Catch::Contains("kernel 'k' is compiled for QPUs at launches"));
  CHECK(side.kernels_target() == kOnCpu);
  const Buffer image = side.image(kType2D, format_of(ChannelOrder::R, ChannelType::FLOAT), Bytes(1000));
  side.set(0, image.get());
  CHECK(side.launch({1}) == kOnQpus);
  CHECK(side.kernels_target() == kOnQpus);
}

TEST_CASE("an image that is written and a buffer in the same memory: the launch runs on the CPU",
          "[images]") {
  Side side(all_devices()[0]);
  side.build(
      "kernel void k(global uint* words, write_only image1d_buffer_t image) { int x = get_global_id(0);"
      "  write_imageui(image, x, (uint4)(words[x])); words[x + 64] = words[63 - x]; }");
  const Buffer buffer = side.buffer(Bytes(1024));
  cl_image_desc desc{};
  desc.image_type = CL_MEM_OBJECT_IMAGE1D_BUFFER;
  desc.image_width = 64;
  desc.buffer = buffer;
  const Buffer image = make_image(side.context(), desc, {CL_R, CL_UNSIGNED_INT32}, 0);
  const Buffer apart = side.buffer(Bytes(1024));
  side.set(0, buffer.get());
  side.set(1, image.get());
  CHECK(side.launch({64}) == kOnCpu);
  side.set(0, apart.get());
  CHECK(side.launch({64}) == kOnQpus);
}

TEST_CASE("in full profile, QPUs run kernels with images whose numbers they do not round", "[full profile]") {
  struct Case {
    ChannelOrder order;
    ChannelType type;
    const char* statement;
    cl_profiling_target_quadcl target;
  };
  constexpr const char* kMoves = "write_imagef(to, at, read_imagef(from, s, at));";
  constexpr Case kCases[]{{ChannelOrder::RGBA, ChannelType::UNSIGNED_INT8,
                           "write_imageui(to, at, read_imageui(from, s, at) + 7);", kOnQpus},
                          {ChannelOrder::RG, ChannelType::SIGNED_INT16,
                           "write_imagei(to, at, read_imagei(from, s, at - 1) * 3);", kOnQpus},
                          {ChannelOrder::RGBA, ChannelType::FLOAT, kMoves, kOnQpus},
                          {ChannelOrder::RGBA, ChannelType::UNORM_INT8, kMoves, kOnCpu},
                          {ChannelOrder::RGBA, ChannelType::FLOAT,
                           "write_imagef(to, at, read_imagef(from, s, at) * 3);", kOnCpu}};
  for (const Case& test : kCases) {
    const ImageFormat& format = format_of(test.order, test.type);
    INFO(name_of(format) << ": " << test.statement);
    Sides sides;
    std::array<Bytes, 2> results;
    for (std::size_t i = 0; i < 2; ++i) {
      Side& side = *sides.both[i];
      side.build(std::string("constant sampler_t s = CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;\n"
                             "kernel void k(read_only image2d_t from, write_only image2d_t to) {\n"
                             "const int2 at = (int2)(get_global_id(0), get_global_id(1));\n") +
                 test.statement + "\n}\n");
      const Buffer from = side.image(kType2D, format, pixels_of(format, pixels_in(kType2D))),
                   to = side.image(kType2D, format, Bytes(pixels_in(kType2D) * format.pixel_bytes()));
      side.set(0, from.get());
      side.set(1, to.get());
      CHECK(side.launch({kWidth, kHeight}) == (i == 0 ? test.target : kOnCpu));
      results[i] = side.read(to, kType2D, format);
    }
    CHECK(results[0] == results[1]);
  }
}
