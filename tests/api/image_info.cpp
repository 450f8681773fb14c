// SPDX-License-Identifier: Apache-2.0
// clGetImageInfo, and clGetMemObjectInfo for images; clGetSupportedImageFormats
#include <algorithm>

#include "images.h"

using namespace api;

namespace {

std::size_t size_value(cl_mem image, cl_image_info name) {
  return info<std::size_t>(query(clGetImageInfo, image, name));
}

std::vector<cl_image_format> formats(cl_context context, cl_mem_flags flags, cl_mem_object_type type) {
  cl_uint count = 0;
  REQUIRE(clGetSupportedImageFormats(context, flags, type, 0, nullptr, &count) == CL_SUCCESS);
  std::vector<cl_image_format> found(count);
  if (count > 0)
    REQUIRE(clGetSupportedImageFormats(context, flags, type, count, found.data(), nullptr) == CL_SUCCESS);
  return found;
}

bool contains(const std::vector<cl_image_format>& formats, cl_channel_order order, cl_channel_type type) {
  return std::ranges::any_of(formats, [&](const cl_image_format& format) {
    return format.image_channel_order == order && format.image_channel_data_type == type;
  });
}

constexpr cl_mem_object_type kTypes[]{CL_MEM_OBJECT_IMAGE1D,       CL_MEM_OBJECT_IMAGE1D_BUFFER,
                                      CL_MEM_OBJECT_IMAGE1D_ARRAY, CL_MEM_OBJECT_IMAGE2D,
                                      CL_MEM_OBJECT_IMAGE2D_ARRAY, CL_MEM_OBJECT_IMAGE3D};
constexpr cl_channel_type kAllTypes[]{CL_UNORM_INT8,     CL_UNORM_INT16,    CL_SNORM_INT8,   CL_SNORM_INT16,
                                      CL_SIGNED_INT8,    CL_SIGNED_INT16,   CL_SIGNED_INT32, CL_UNSIGNED_INT8,
                                      CL_UNSIGNED_INT16, CL_UNSIGNED_INT32, CL_HALF_FLOAT,   CL_FLOAT};
constexpr cl_channel_type kReadWriteTypes[]{CL_UNORM_INT8,     CL_SIGNED_INT8,   CL_SIGNED_INT16,
                                            CL_SIGNED_INT32,   CL_UNSIGNED_INT8, CL_UNSIGNED_INT16,
                                            CL_UNSIGNED_INT32, CL_HALF_FLOAT,    CL_FLOAT};

}  // namespace

TEST_CASE("clGetImageInfo: every parameter follows the size rules") {
  if (!has_images()) return;
  const InfoRow rows[]{
      INFO_VALUE(CL_IMAGE_FORMAT, cl_image_format), INFO_VALUE(CL_IMAGE_ELEMENT_SIZE, std::size_t),
      INFO_VALUE(CL_IMAGE_ROW_PITCH, std::size_t),  INFO_VALUE(CL_IMAGE_SLICE_PITCH, std::size_t),
      INFO_VALUE(CL_IMAGE_WIDTH, std::size_t),      INFO_VALUE(CL_IMAGE_HEIGHT, std::size_t),
      INFO_VALUE(CL_IMAGE_DEPTH, std::size_t),      INFO_VALUE(CL_IMAGE_ARRAY_SIZE, std::size_t),
      INFO_VALUE(CL_IMAGE_BUFFER, cl_mem),          INFO_VALUE(CL_IMAGE_NUM_MIP_LEVELS, cl_uint),
      INFO_VALUE(CL_IMAGE_NUM_SAMPLES, cl_uint),
  };
  const Context context = make_context();
  const Buffer object = make_image(context, describe(kImageCases[2]));
  check_rows(rows, [&](cl_uint param) { return query(clGetImageInfo, object.get(), param); });
  CHECK(clGetImageInfo(object, CL_MEM_TYPE, 0, nullptr, nullptr) == CL_INVALID_VALUE);
}

TEST_CASE("clGetImageInfo: what the image was created with; 0 for dimensions that its type does not have") {
  if (!has_images()) return;
  const Context context = make_context();
  struct Case {
    cl_mem_object_type type;
    std::size_t height, depth, layers;
  };
  for (const auto& [type, height, depth, layers] :
       {Case{CL_MEM_OBJECT_IMAGE1D, 0, 0, 0}, Case{CL_MEM_OBJECT_IMAGE1D_ARRAY, 0, 0, 5},
        Case{CL_MEM_OBJECT_IMAGE2D, 5, 0, 0}, Case{CL_MEM_OBJECT_IMAGE2D_ARRAY, 5, 0, 3},
        Case{CL_MEM_OBJECT_IMAGE3D, 5, 3, 0}}) {
    const cl_image_format format{CL_RG, CL_HALF_FLOAT};
    const Buffer object = make_image(context, describe(type, {7, 5, 3}), format);
    const auto found = info<cl_image_format>(query(clGetImageInfo, object.get(), CL_IMAGE_FORMAT));
    CHECK(found.image_channel_order == CL_RG);
    CHECK(found.image_channel_data_type == CL_HALF_FLOAT);
    CHECK(size_value(object, CL_IMAGE_ELEMENT_SIZE) == 4);
    CHECK(size_value(object, CL_IMAGE_WIDTH) == 7);
    CHECK(size_value(object, CL_IMAGE_HEIGHT) == height);
    CHECK(size_value(object, CL_IMAGE_DEPTH) == depth);
    CHECK(size_value(object, CL_IMAGE_ARRAY_SIZE) == layers);
    CHECK(size_value(object, CL_IMAGE_ROW_PITCH) >= 28);
    const std::size_t rows = height != 0 ? height : 1;
    CHECK((depth + layers == 0 ? size_value(object, CL_IMAGE_SLICE_PITCH) == 0
                               : size_value(object, CL_IMAGE_SLICE_PITCH) >= 28 * rows));
    CHECK(info<cl_mem>(query(clGetImageInfo, object.get(), CL_IMAGE_BUFFER)) == nullptr);
    CHECK(info<cl_mem_object_type>(query(clGetMemObjectInfo, object.get(), CL_MEM_TYPE)) == type);
    CHECK(info<std::size_t>(query(clGetMemObjectInfo, object.get(), CL_MEM_SIZE)) >=
          28 * rows * std::max<std::size_t>(1, depth + layers));
    CHECK(info<std::size_t>(query(clGetMemObjectInfo, object.get(), CL_MEM_OFFSET)) == 0);
  }
}

TEST_CASE(
    "clGetSupportedImageFormats: the minimum of the full profile (OpenCL 3.0 API, \"Minimum List of "
    "Supported Image Formats\")") {
  if (!has_images()) return;
  const Context context = make_context();
  for (const cl_mem_object_type type : kTypes) {
    for (const cl_mem_flags flags : {CL_MEM_READ_ONLY, CL_MEM_WRITE_ONLY, CL_MEM_READ_WRITE}) {
      const auto found = formats(context, flags, type);
      for (const cl_channel_order order : {CL_R, CL_RG, CL_RGBA})
        for (const cl_channel_type channels : kAllTypes) CHECK(contains(found, order, channels));
      CHECK(contains(found, CL_BGRA, CL_UNORM_INT8));
      CHECK(contains(found, CL_DEPTH, CL_FLOAT) ==
            (type == CL_MEM_OBJECT_IMAGE2D || type == CL_MEM_OBJECT_IMAGE2D_ARRAY));
    }
    const auto both = formats(context, CL_MEM_KERNEL_READ_AND_WRITE, type);
    for (const cl_channel_order order : {CL_R, CL_RGBA})
      for (const cl_channel_type channels : kReadWriteTypes) CHECK(contains(both, order, channels));
    if (type != CL_MEM_OBJECT_IMAGE1D_BUFFER)
      CHECK(contains(formats(context, CL_MEM_READ_ONLY, type), CL_sRGBA, CL_UNORM_INT8));
  }
}

TEST_CASE("clGetSupportedImageFormats: an image can be created of each of them") {
  if (!has_images()) return;
  const Context context = make_context();
  const Buffer buffer = make_buffer(context, 256);
  for (const cl_mem_object_type type : kTypes) {
    for (const cl_image_format& format : formats(context, CL_MEM_READ_ONLY, type)) {
      INFO(std::hex << type << ": " << format.image_channel_order << ' ' << format.image_channel_data_type);
      cl_image_desc desc = describe(type, {2, 2, 2});
      if (type == CL_MEM_OBJECT_IMAGE1D_BUFFER) desc.buffer = buffer;
      make_image(context, desc, format, CL_MEM_READ_ONLY);
    }
  }
}
