// SPDX-License-Identifier: Apache-2.0
// Images of all types with a plain model of their pixels.
#pragma once

#include <string>
#include <vector>

#include "fixture.h"
#include "rectangles.h"

namespace api {

inline bool has_images() {
  return info<cl_bool>(query(clGetDeviceInfo, device(), CL_DEVICE_IMAGE_SUPPORT)) != CL_FALSE;
}

inline constexpr cl_image_format kRgba8{CL_RGBA, CL_UNSIGNED_INT8};
inline constexpr std::size_t kRgba8Bytes = 4;

/// A type of images, and extents of one in the dimensions of origins and regions.
struct ImageCase {
  const char* name;
  cl_mem_object_type type;
  Triple extents;

  bool has_slices() const {
    return type == CL_MEM_OBJECT_IMAGE1D_ARRAY || type == CL_MEM_OBJECT_IMAGE2D_ARRAY ||
           type == CL_MEM_OBJECT_IMAGE3D;
  }
};

/// All types that need no buffer.
inline const std::vector<ImageCase> kImageCases{
    {"1D", CL_MEM_OBJECT_IMAGE1D, {7, 1, 1}}, {"1D array", CL_MEM_OBJECT_IMAGE1D_ARRAY, {7, 5, 1}},
    {"2D", CL_MEM_OBJECT_IMAGE2D, {7, 5, 1}}, {"2D array", CL_MEM_OBJECT_IMAGE2D_ARRAY, {7, 5, 3}},
    {"3D", CL_MEM_OBJECT_IMAGE3D, {7, 5, 3}},
};

inline cl_image_desc describe(cl_mem_object_type type, const Triple& extents) {
  cl_image_desc desc{};
  desc.image_type = type;
  desc.image_width = extents[0];
  const bool is_1d_array = type == CL_MEM_OBJECT_IMAGE1D_ARRAY;
  if (!is_1d_array) desc.image_height = extents[1];
  if (type == CL_MEM_OBJECT_IMAGE3D) desc.image_depth = extents[2];
  if (is_1d_array) desc.image_array_size = extents[1];
  if (type == CL_MEM_OBJECT_IMAGE2D_ARRAY) desc.image_array_size = extents[2];
  return desc;
}

inline cl_image_desc describe(const ImageCase& image) { return describe(image.type, image.extents); }

/// An image; requires success.
inline Buffer make_image(cl_context context, const cl_image_desc& desc,
                         const cl_image_format& format = kRgba8, cl_mem_flags flags = CL_MEM_READ_WRITE,
                         void* host = nullptr) {
  return made([&](cl_int* error) { return clCreateImage(context, flags, &format, &desc, host, error); });
}

/// An image of RGBA pixels of one byte each, with the contents.
inline Buffer make_image_of(cl_context context, const ImageCase& image, std::vector<unsigned char> contents) {
  return make_image(context, describe(image), kRgba8, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
                    contents.data());
}

inline std::size_t image_bytes(const Triple& extents) {
  return extents[0] * extents[1] * extents[2] * kRgba8Bytes;
}

inline std::vector<unsigned char> read_image(cl_command_queue queue, cl_mem image, const Triple& extents) {
  std::vector<unsigned char> contents(image_bytes(extents));
  REQUIRE(clEnqueueReadImage(queue, image, CL_TRUE, Triple{}.data(), extents.data(), 0, 0, contents.data(), 0,
                             nullptr, nullptr) == CL_SUCCESS);
  return contents;
}

/// A region of an image in bytes, for `copy_rectangle`.
inline RectangleSide side_of(const Triple& extents, const Triple& origin) {
  const std::size_t row = extents[0] * kRgba8Bytes;
  return {{origin[0] * kRgba8Bytes, origin[1], origin[2]}, row, row * extents[1]};
}

inline Triple bytes_of(const Triple& region) { return {region[0] * kRgba8Bytes, region[1], region[2]}; }

/// An origin and a region that leave something on every side that the image has.
inline Triple inner_origin(const Triple& extents) {
  return {2, extents[1] > 1 ? 1u : 0u, extents[2] > 1 ? 1u : 0u};
}
inline Triple inner_region(const Triple& extents) {
  return {3, extents[1] > 1 ? 2u : 1u, extents[2] > 1 ? 2u : 1u};
}

}  // namespace api
