// SPDX-License-Identifier: Apache-2.0
// clEnqueueFillImage
#include <cstring>

#include "images.h"

using namespace api;

namespace {

/// The bytes of the first pixel of a small image that was filled with the colour.
template <typename Colour>
std::vector<unsigned char> filled(const Setup& setup, const cl_image_format& format, const Colour& colour) {
  const cl_image_desc desc = describe(CL_MEM_OBJECT_IMAGE2D, {2, 2, 1});
  const Buffer object = make_image(setup.context, desc, format, CL_MEM_READ_ONLY);
  const Triple all{2, 2, 1};
  REQUIRE(clEnqueueFillImage(setup.queue, object, &colour, Triple{}.data(), all.data(), 0, nullptr,
                             nullptr) == CL_SUCCESS);
  const auto size = info<std::size_t>(query(clGetImageInfo, object.get(), CL_IMAGE_ELEMENT_SIZE));
  std::vector<unsigned char> pixels(4 * size);
  REQUIRE(clEnqueueReadImage(setup.queue, object, CL_TRUE, Triple{}.data(), all.data(), 0, 0, pixels.data(),
                             0, nullptr, nullptr) == CL_SUCCESS);
  for (std::size_t i = size; i < pixels.size(); ++i) CHECK(pixels[i] == pixels[i % size]);
  pixels.resize(size);
  return pixels;
}

using Bytes = std::vector<unsigned char>;

}  // namespace

TEST_CASE("clEnqueueFillImage: fills the region and nothing else") {
  if (!has_images()) return;
  const Setup setup;
  const cl_uint colour[4]{1, 2, 3, 4};
  for (const ImageCase& image : kImageCases) {
    INFO(image.name);
    auto expected = counting_bytes(image_bytes(image.extents), 50);
    const Buffer object = make_image_of(setup.context, image, expected);
    const Triple origin = inner_origin(image.extents), region = inner_region(image.extents);
    Bytes pixels;
    for (std::size_t i = 0; i < image_bytes(region); ++i) pixels.push_back(colour[i % 4]);
    copy_rectangle(pixels, {}, expected, side_of(image.extents, origin), bytes_of(region));
    REQUIRE(clEnqueueFillImage(setup.queue, object, colour, origin.data(), region.data(), 0, nullptr,
                               nullptr) == CL_SUCCESS);
    CHECK(read_image(setup.queue, object, image.extents) == expected);
  }
}

TEST_CASE("clEnqueueFillImage: the colour becomes what the format holds") {
  if (!has_images()) return;
  const Setup setup;
  const cl_float4 real{{1.0f, 0.5f, -1.0f, 2.0f}};
  const cl_int4 integers{{1000, -1000, 5, -6}};
  const cl_uint4 naturals{{1000, 255, 5, 0xffffffff}};
  CHECK(filled(setup, {CL_RGBA, CL_UNORM_INT8}, real) == Bytes{255, 128, 0, 255});
  CHECK(filled(setup, {CL_BGRA, CL_UNORM_INT8}, real) == Bytes{0, 128, 255, 255});
  CHECK(filled(setup, {CL_RGBA, CL_SNORM_INT8}, real) == Bytes{127, 64, 0x81, 127});
  CHECK(filled(setup, {CL_RG, CL_UNORM_INT16}, real) == Bytes{0xff, 0xff, 0x00, 0x80});
  CHECK(filled(setup, {CL_R, CL_HALF_FLOAT}, real) == Bytes{0x00, 0x3c});
  CHECK(filled(setup, {CL_R, CL_FLOAT}, real) == Bytes{0, 0, 0x80, 0x3f});
  CHECK(filled(setup, {CL_RGBA, CL_SIGNED_INT8}, integers) == Bytes{127, 0x80, 5, 0xfa});
  CHECK(filled(setup, {CL_RG, CL_SIGNED_INT16}, integers) == Bytes{0xe8, 0x03, 0x18, 0xfc});
  CHECK(filled(setup, {CL_RGBA, CL_UNSIGNED_INT8}, naturals) == Bytes{255, 255, 5, 255});
  CHECK(filled(setup, {CL_R, CL_UNSIGNED_INT32}, naturals) == Bytes{0xe8, 0x03, 0, 0});
}

TEST_CASE("clEnqueueFillImage: linear light goes along the curve of sRGB, alpha does not") {
  if (!has_images()) return;
  const Setup setup;
  // IEC 61966-2-1: 0.2159 is 128 of 255.
  CHECK(filled(setup, {CL_sRGBA, CL_UNORM_INT8}, cl_float4{{0.2159f, 0, 1, 0.5f}}) ==
        Bytes{128, 0, 255, 128});
}

TEST_CASE("clEnqueueFillImage: the colour of depths is one float, and no more is read") {
  if (!has_images()) return;
  const Setup setup;
  CHECK(filled(setup, {CL_DEPTH, CL_FLOAT}, 0.5f) == Bytes{0, 0, 0, 0x3f});
  CHECK(filled(setup, {CL_DEPTH, CL_UNORM_INT16}, 1.0f) == Bytes{0xff, 0xff});
}

TEST_CASE("clEnqueueFillImage: large images, in parts") {
  if (!has_images()) return;
  const Setup setup;
  const Triple extents{1024, 600, 1}, origin{1, 1, 0}, region{1022, 598, 1};
  const Buffer object = make_image(setup.context, describe(CL_MEM_OBJECT_IMAGE2D, extents));
  const cl_uint before[4]{9, 9, 9, 9}, colour[4]{1, 2, 3, 4};
  Bytes expected(image_bytes(extents), 9), pixels(image_bytes(region));
  for (std::size_t i = 0; i < pixels.size(); ++i) pixels[i] = static_cast<unsigned char>(i % 4 + 1);
  copy_rectangle(pixels, {}, expected, side_of(extents, origin), bytes_of(region));
  REQUIRE(clEnqueueFillImage(setup.queue, object, before, Triple{}.data(), extents.data(), 0, nullptr,
                             nullptr) == CL_SUCCESS);
  REQUIRE(clEnqueueFillImage(setup.queue, object, colour, origin.data(), region.data(), 0, nullptr,
                             nullptr) == CL_SUCCESS);
  CHECK((read_image(setup.queue, object, extents) == expected));
}

TEST_CASE("clEnqueueFillImage: CL_INVALID_VALUE if fill_color is NULL") {
  if (!has_images()) return;
  const Setup setup;
  const Buffer object = make_image(setup.context, describe(kImageCases[2]));
  CHECK(clEnqueueFillImage(setup.queue, object, nullptr, Triple{}.data(), Triple{1, 1, 1}.data(), 0, nullptr,
                           nullptr) == CL_INVALID_VALUE);
}
