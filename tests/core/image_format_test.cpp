// SPDX-License-Identifier: Apache-2.0
#include "core/image_format.h"
#include "core/launch/launch_facts.h"

#include <catch2/catch.hpp>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

using namespace quadcl;

namespace {

using enum ChannelOrder;
using enum ChannelType;

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

const ImageFormat& format(ChannelOrder order, ChannelType type) {
  const ImageFormat* found =
      find_image_format(static_cast<std::uint32_t>(order), static_cast<std::uint32_t>(type));
  REQUIRE(found != nullptr);
  return *found;
}

template <typename Word>
std::vector<Word> words(const ImageFormat& format, const ImageColour& colour) {
  const auto pixel = encode_pixel(format, colour);
  std::vector<Word> found(format.pixel_bytes() / sizeof(Word));
  std::memcpy(found.data(), pixel.data(), format.pixel_bytes());
  return found;
}

std::uint16_t half(float value) {
  return words<std::uint16_t>(format(R, HALF_FLOAT), {.floats = {value, 0, 0, 0}})[0];
}

}  // namespace

TEST_CASE(
    "formats: all that the full profile demands (OpenCL 3.0 API, \"Minimum List of Supported Image "
    "Formats\")") {
  for (const ChannelOrder order : {R, RG, RGBA})
    for (const ChannelType type :
         {UNORM_INT8, UNORM_INT16, SNORM_INT8, SNORM_INT16, SIGNED_INT8, SIGNED_INT16, SIGNED_INT32,
          UNSIGNED_INT8, UNSIGNED_INT16, UNSIGNED_INT32, HALF_FLOAT, FLOAT})
      CHECK(format(order, type).uses.write);
  CHECK(format(BGRA, UNORM_INT8).uses.write);
  for (const ChannelOrder order : {R, RGBA})
    for (const ChannelType type : {UNORM_INT8, SIGNED_INT8, SIGNED_INT16, SIGNED_INT32, UNSIGNED_INT8,
                                   UNSIGNED_INT16, UNSIGNED_INT32, HALF_FLOAT, FLOAT})
      CHECK(format(order, type).uses.read_write);
  for (const ChannelType type : {UNORM_INT16, FLOAT}) CHECK_FALSE(format(DEPTH, type).uses.any_dimensions);
  CHECK_FALSE(format(sRGBA, UNORM_INT8).uses.write);
}

TEST_CASE("formats: none that the specification forbids") {
  const auto supported = [](ChannelOrder order, ChannelType type) {
    return find_image_format(static_cast<std::uint32_t>(order), static_cast<std::uint32_t>(type)) != nullptr;
  };
  CHECK_FALSE(supported(RGB, UNORM_INT8));
  CHECK_FALSE(supported(RGBA, UNORM_SHORT_565));
  CHECK_FALSE(supported(BGRA, UNORM_INT16));
  CHECK_FALSE(supported(LUMINANCE, UNSIGNED_INT8));
  CHECK_FALSE(supported(DEPTH, UNORM_INT8));
  CHECK_FALSE(supported(sRGBA, FLOAT));
  CHECK(find_image_format(0, 0) == nullptr);
}

TEST_CASE("pixel_bytes") {
  CHECK(format(R, UNORM_INT8).pixel_bytes() == 1);
  CHECK(format(RG, HALF_FLOAT).pixel_bytes() == 4);
  CHECK(format(RGBA, FLOAT).pixel_bytes() == 16);
  CHECK(format(RGB, UNORM_SHORT_565).pixel_bytes() == 2);
  CHECK(format(RGB, UNORM_INT_101010).pixel_bytes() == 4);
}

TEST_CASE("encode_pixel: the order of channels in memory") {
  const ImageColour colour{.naturals = {1, 2, 3, 4}};
  using Bytes = std::vector<std::uint8_t>;
  CHECK(words<std::uint8_t>(format(R, UNSIGNED_INT8), colour) == Bytes{1});
  CHECK(words<std::uint8_t>(format(A, UNSIGNED_INT8), colour) == Bytes{4});
  CHECK(words<std::uint8_t>(format(RG, UNSIGNED_INT8), colour) == Bytes{1, 2});
  CHECK(words<std::uint8_t>(format(RA, UNSIGNED_INT8), colour) == Bytes{1, 4});
  CHECK(words<std::uint8_t>(format(RGBA, UNSIGNED_INT8), colour) == Bytes{1, 2, 3, 4});
  CHECK(words<std::uint8_t>(format(BGRA, UNSIGNED_INT8), colour) == Bytes{3, 2, 1, 4});
  CHECK(words<std::uint8_t>(format(ARGB, UNSIGNED_INT8), colour) == Bytes{4, 1, 2, 3});
  CHECK(words<std::uint8_t>(format(ABGR, UNSIGNED_INT8), colour) == Bytes{4, 3, 2, 1});
  const ImageColour real{.floats = {1, 2, 3, 4}};
  CHECK(words<float>(format(INTENSITY, FLOAT), real) == std::vector<float>{1});
  CHECK(words<float>(format(LUMINANCE, FLOAT), real) == std::vector<float>{1});
  CHECK(words<float>(format(DEPTH, FLOAT), real) == std::vector<float>{1});
}

TEST_CASE("encode_pixel: normalised numbers saturate and round to nearest even") {
  const ImageColour colour{.floats = {0.5f, -1, 2, kNan}};
  CHECK(words<std::uint8_t>(format(RGBA, UNORM_INT8), colour) == std::vector<std::uint8_t>{128, 0, 255, 0});
  CHECK(words<std::int8_t>(format(RGBA, SNORM_INT8), colour) == std::vector<std::int8_t>{64, -127, 127, 0});
  CHECK(words<std::uint16_t>(format(RGBA, UNORM_INT16), colour) ==
        std::vector<std::uint16_t>{32768, 0, 65535, 0});
  CHECK(words<std::int16_t>(format(RGBA, SNORM_INT16), colour) ==
        std::vector<std::int16_t>{16384, -32767, 32767, 0});
  CHECK(words<std::uint16_t>(format(R, UNORM_INT16), {.floats = {kInfinity, 0, 0, 0}})[0] == 65535);
}

TEST_CASE("encode_pixel: packed channels") {
  const ImageColour red{.floats = {1, 0, 0, 1}}, green{.floats = {0, 1, 0, 1}}, blue{.floats = {0, 0, 1, 1}};
  CHECK(words<std::uint16_t>(format(RGB, UNORM_SHORT_565), red)[0] == 0xf800);
  CHECK(words<std::uint16_t>(format(RGB, UNORM_SHORT_565), green)[0] == 0x07e0);
  CHECK(words<std::uint16_t>(format(RGB, UNORM_SHORT_565), blue)[0] == 0x001f);
  CHECK(words<std::uint16_t>(format(RGB, UNORM_SHORT_555), red)[0] == 0x7c00);
  CHECK(words<std::uint16_t>(format(RGB, UNORM_SHORT_555), green)[0] == 0x03e0);
  CHECK(words<std::uint32_t>(format(RGB, UNORM_INT_101010), red)[0] == 0x3ff00000);
  CHECK(words<std::uint32_t>(format(RGB, UNORM_INT_101010), blue)[0] == 0x000003ff);
}

TEST_CASE("encode_pixel: integers saturate") {
  const ImageColour integers{.integers = {-200, 200, -40000, 40000}};
  CHECK(words<std::int8_t>(format(RGBA, SIGNED_INT8), integers) ==
        std::vector<std::int8_t>{-128, 127, -128, 127});
  CHECK(words<std::int16_t>(format(RGBA, SIGNED_INT16), integers) ==
        std::vector<std::int16_t>{-200, 200, -32768, 32767});
  CHECK(words<std::int32_t>(format(RGBA, SIGNED_INT32), integers) ==
        std::vector<std::int32_t>{-200, 200, -40000, 40000});
  const ImageColour naturals{.naturals = {255, 256, 65536, 0xffffffff}};
  CHECK(words<std::uint8_t>(format(RGBA, UNSIGNED_INT8), naturals) ==
        std::vector<std::uint8_t>{255, 255, 255, 255});
  CHECK(words<std::uint16_t>(format(RGBA, UNSIGNED_INT16), naturals) ==
        std::vector<std::uint16_t>{255, 256, 65535, 65535});
  CHECK(words<std::uint32_t>(format(RGBA, UNSIGNED_INT32), naturals) ==
        std::vector<std::uint32_t>{255, 256, 65536, 0xffffffff});
}

TEST_CASE("encode_pixel: halves, rounded to nearest even (IEEE 754 binary16)") {
  CHECK(half(1) == 0x3c00);
  CHECK(half(-2) == 0xc000);
  CHECK(half(65504) == 0x7bff);
  CHECK(half(65519.996f) == 0x7bff);
  CHECK(half(65520) == 0x7c00);
  CHECK(half(-kInfinity) == 0xfc00);
  CHECK((half(kNan) & 0x7fff) > 0x7c00);
  CHECK(half(0x1p-14f) == 0x0400);
  CHECK(half(0x1p-24f) == 0x0001);
  CHECK(half(0x1p-25f) == 0x0000);
  CHECK(half(0x1.8p-24f) == 0x0002);
  CHECK(half(0x1.fffp-15f) == 0x0400);
  CHECK(half(1 + 0x1p-11f) == 0x3c00);
  CHECK(half(1 + 0x3p-11f) == 0x3c02);
  CHECK(half(-0.0f) == 0x8000);
}

TEST_CASE("encode_pixel: sRGB (IEC 61966-2-1); alpha is linear") {
  // 0.2159 of linear light is 128 of 255 along the curve, 0.001 is 12.92 times as much.
  const auto pixel = words<std::uint8_t>(format(sRGBA, UNORM_INT8), {.floats = {0.2159f, 0.001f, 1, 0.5f}});
  CHECK(pixel == std::vector<std::uint8_t>{128, 3, 255, 128});
}

TEST_CASE("fact_of: the format, of images whose bytes are within 31 bits of the first") {
  const quadcl_image near{.row_pitch = 4,
                          .slice_pitch = 4,
                          .width = 1,
                          .height = 1,
                          .depth = 1,
                          .layers = 1,
                          .channel_order = 0x10B5,
                          .channel_type = 0x10D2};
  CHECK(fact_of(near) == 0x10B510D2);
  CHECK_FALSE(is_sampler(fact_of(near)));
  const auto changed = [&](auto member, auto value) {
    quadcl_image image = near;
    image.*member = value;
    return fact_of(image);
  };
  CHECK(changed(&quadcl_image::row_pitch, std::int64_t{0x7fffffff}) != 0);
  CHECK(changed(&quadcl_image::row_pitch, std::int64_t{0x80000000}) == 0);
  CHECK(changed(&quadcl_image::slice_pitch, std::int64_t{0x80000000}) == 0);
  CHECK(changed(&quadcl_image::height, 0x20000000) == 0);
  CHECK(changed(&quadcl_image::depth, 0x20000000) == 0);
  CHECK(changed(&quadcl_image::layers, 0x20000000) == 0);
  CHECK(changed(&quadcl_image::width, 0x8000000) == 0);
  CHECK(is_sampler(fact_of_sampler(0)));
}

TEST_CASE("is_texture: 2D images of four bytes a pixel, without gaps, where texture units take them") {
  const quadcl_image texture{.row_pitch = 4 * 64,
                             .slice_pitch = 4 * 64 * 48,
                             .width = 64,
                             .height = 48,
                             .depth = 1,
                             .layers = 1,
                             .channel_order = 0x10B5,
                             .channel_type = 0x10D2};
  CHECK(is_texture(texture, BusAddress(0x3000)));
  CHECK_FALSE(is_texture(texture, BusAddress(0x3080)));
  const auto changed = [&](auto member, auto value) {
    quadcl_image image = texture;
    image.*member = value;
    return is_texture(image, BusAddress(0x3000));
  };
  CHECK(changed(&quadcl_image::channel_order, 0x10B6));  // BGRA
  CHECK(changed(&quadcl_image::height, 2048));
  CHECK_FALSE(changed(&quadcl_image::height, 2049));
  CHECK_FALSE(changed(&quadcl_image::row_pitch, std::int64_t{4 * 68}));
  CHECK_FALSE(changed(&quadcl_image::width, 63));
  CHECK_FALSE(changed(&quadcl_image::channel_order, 0x10B0));  // R
  CHECK_FALSE(changed(&quadcl_image::channel_order, 0x10C1));  // sRGBA
  CHECK_FALSE(changed(&quadcl_image::channel_type, 0x10DA));   // unsigned integers
  CHECK_FALSE(changed(&quadcl_image::depth, 2));
  CHECK_FALSE(changed(&quadcl_image::layers, 2));
  CHECK(order_in(fact_of(texture) | kIsTexture) == 0x10B5);
  CHECK(is_format(fact_of(texture) | kIsTexture));
  CHECK(bytes_of(texture) == 64 * 48 * 4);
}
