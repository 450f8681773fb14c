// SPDX-License-Identifier: Apache-2.0
// clCreateImage, clCreateImageWithProperties, clCreateImage2D, clCreateImage3D
#include <cstdint>
#include <cstring>
#include <limits>

#include "bad_handles.h"
#include "guarded_bytes.h"
#include "images.h"

using namespace api;

namespace {

constexpr std::size_t kHuge = std::numeric_limits<std::size_t>::max();
constexpr std::size_t kOver32Bits = static_cast<std::size_t>((std::uint64_t{1} << 32) + 1);

cl_int create_error(cl_context context, const cl_image_desc* desc, const cl_image_format* format = &kRgba8,
                    cl_mem_flags flags = CL_MEM_READ_WRITE, void* host = nullptr) {
  return error_of([&](cl_int* error) { return clCreateImage(context, flags, format, desc, host, error); });
}

std::size_t image_value(cl_mem image, cl_image_info name) {
  return info<std::size_t>(query(clGetImageInfo, image, name));
}

}  // namespace

TEST_CASE(
    "clCreateImage: contents come from CL_MEM_COPY_HOST_PTR with its pitches; nothing after the last "
    "pixel is read") {
  if (!has_images()) return;
  const Setup setup;
  for (const ImageCase& image : kImageCases) {
    INFO(image.name);
    const std::size_t width = image.extents[0] * kRgba8Bytes, row = width + 8;
    const bool rows_are_layers = image.type == CL_MEM_OBJECT_IMAGE1D_ARRAY;
    const std::size_t slice = rows_are_layers ? row * 2 : row * (image.extents[1] + 1);
    const RectangleSide host_side{{}, rows_are_layers ? slice : row, rows_are_layers ? 0 : slice};
    const std::size_t last =
        host_side.at(image.extents, 0, image.extents[1] - 1, image.extents[2] - 1) + width;
    GuardedBytes host(last);
    const auto bytes = counting_bytes(last, 3);
    std::memcpy(host.data(), bytes.data(), last);
    std::vector<unsigned char> expected(image_bytes(image.extents));
    copy_rectangle(bytes, host_side, expected, side_of(image.extents, {}), bytes_of(image.extents));

    cl_image_desc desc = describe(image);
    desc.image_row_pitch = row;
    if (image.has_slices()) desc.image_slice_pitch = slice;
    const Buffer object =
        make_image(setup.context, desc, kRgba8, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, host.data());
    CHECK(read_image(setup.queue, object, image.extents) == expected);
  }
}

TEST_CASE("clCreateImage: CL_MEM_USE_HOST_PTR works on the application's memory") {
  if (!has_images()) return;
  const Setup setup;
  cl_image_desc desc = describe(CL_MEM_OBJECT_IMAGE2D, {4, 3, 1});
  desc.image_row_pitch = 20;
  auto host = counting_bytes(60);
  const Buffer object =
      make_image(setup.context, desc, kRgba8, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, host.data());
  CHECK(info<void*>(query(clGetMemObjectInfo, object.get(), CL_MEM_HOST_PTR)) == host.data());
  CHECK(image_value(object, CL_IMAGE_ROW_PITCH) == 20);
  const auto pixels = counting_bytes(8, 200);
  const Triple origin{1, 1, 0}, region{2, 1, 1};
  REQUIRE(clEnqueueWriteImage(setup.queue, object, CL_TRUE, origin.data(), region.data(), 0, 0, pixels.data(),
                              0, nullptr, nullptr) == CL_SUCCESS);
  std::size_t pitch = 0;
  cl_int error = 1;
  void* mapped = clEnqueueMapImage(setup.queue, object, CL_TRUE, CL_MAP_READ, origin.data(), region.data(),
                                   &pitch, nullptr, 0, nullptr, nullptr, &error);
  REQUIRE(error == CL_SUCCESS);
  // "the host_ptr ... plus the offset": the mapping is in the application's memory.
  CHECK(mapped == host.data() + 24);
  CHECK(pitch == 20);
  auto expected = counting_bytes(60);
  std::memcpy(&expected[24], pixels.data(), 8);
  CHECK(host == expected);
  REQUIRE(clEnqueueUnmapMemObject(setup.queue, object, mapped, 0, nullptr, nullptr) == CL_SUCCESS);
  REQUIRE(clFinish(setup.queue) == CL_SUCCESS);
}

TEST_CASE("clCreateImage: CL_INVALID_IMAGE_DESCRIPTOR for no descriptor, and one that breaks a rule") {
  if (!has_images()) return;
  const Context context = make_context();
  CHECK(create_error(context, nullptr) == CL_INVALID_IMAGE_DESCRIPTOR);
  struct Case {
    const char* rule;
    std::function<void(cl_image_desc&)> breaks;
  };
  const std::vector<Case> cases{
      {"a type that is none of images", [](auto& desc) { desc.image_type = CL_MEM_OBJECT_BUFFER; }},
      {"a width of 0", [](auto& desc) { desc.image_width = 0; }},
      {"a height of 0", [](auto& desc) { desc.image_height = 0; }},
      {"levels", [](auto& desc) { desc.num_mip_levels = 1; }},
      {"samples", [](auto& desc) { desc.num_samples = 2; }},
      {"a row pitch without host_ptr", [](auto& desc) { desc.image_row_pitch = 64; }},
      {"a slice pitch without host_ptr", [](auto& desc) { desc.image_slice_pitch = 1024; }},
  };
  for (const auto& [rule, breaks] : cases) {
    INFO(rule);
    cl_image_desc desc = describe(kImageCases[2]);
    breaks(desc);
    CHECK(create_error(context, &desc) == CL_INVALID_IMAGE_DESCRIPTOR);
  }
}

TEST_CASE("clCreateImage: CL_INVALID_IMAGE_DESCRIPTOR for pitches that are too small or no multiples") {
  if (!has_images()) return;
  const Context context = make_context();
  std::vector<unsigned char> host(10000);
  const auto error = [&](const ImageCase& image, std::size_t row, std::size_t slice) {
    cl_image_desc desc = describe(image);
    desc.image_row_pitch = row;
    desc.image_slice_pitch = slice;
    const cl_mem_flags flags = GENERATE(CL_MEM_COPY_HOST_PTR, CL_MEM_USE_HOST_PTR);
    return create_error(context, &desc, &kRgba8, flags, host.data());
  };
  for (const ImageCase& image : kImageCases) {
    INFO(image.name);
    CHECK(error(image, 27, 0) == CL_INVALID_IMAGE_DESCRIPTOR);
    CHECK(error(image, 24, 0) == CL_INVALID_IMAGE_DESCRIPTOR);
    CHECK(error(image, 30, 0) == CL_INVALID_IMAGE_DESCRIPTOR);  // no multiple of a pixel
    CHECK(error(image, 32, 0) == CL_SUCCESS);
    if (!image.has_slices()) continue;
    CHECK(error(image, 32, 28) == CL_INVALID_IMAGE_DESCRIPTOR);
    CHECK(error(image, 32, 32 * 6 + 4) == CL_INVALID_IMAGE_DESCRIPTOR);  // no multiple of a row
    CHECK(error(image, 32, 32 * 6) == CL_SUCCESS);
  }
}

TEST_CASE("clCreateImage: pitches that no memory could hold are errors") {
  if (!has_images()) return;
  const Context context = make_context();
  unsigned char byte = 0;
  const auto refused = [&](const ImageCase& image, std::size_t row, std::size_t slice) {
    cl_image_desc desc = describe(image);
    desc.image_row_pitch = row;
    desc.image_slice_pitch = slice;
    return create_error(context, &desc, &kRgba8, CL_MEM_USE_HOST_PTR, &byte) != CL_SUCCESS;
  };
  const std::size_t huge = kHuge / 8 * 4;
  CHECK(refused(kImageCases[2], huge, 0));
  CHECK(refused(kImageCases[3], huge, 0));
  CHECK(refused(kImageCases[4], 28, huge / 28 * 28));
}

TEST_CASE("clCreateImage: CL_INVALID_IMAGE_SIZE if a dimension exceeds the device's maximum") {
  if (!has_images()) return;
  const Context context = make_context();
  const auto most = [](cl_device_info name) {
    return info<std::size_t>(query(clGetDeviceInfo, device(), name));
  };
  const std::size_t width = most(CL_DEVICE_IMAGE2D_MAX_WIDTH), height = most(CL_DEVICE_IMAGE2D_MAX_HEIGHT);
  const std::size_t layers = most(CL_DEVICE_IMAGE_MAX_ARRAY_SIZE), depth = most(CL_DEVICE_IMAGE3D_MAX_DEPTH);
  const std::vector<std::pair<cl_mem_object_type, Triple>> cases{
      {CL_MEM_OBJECT_IMAGE1D, {width + 1, 1, 1}},
      {CL_MEM_OBJECT_IMAGE1D, {kHuge, 1, 1}},
      {CL_MEM_OBJECT_IMAGE1D_ARRAY, {1, layers + 1, 1}},
      {CL_MEM_OBJECT_IMAGE2D, {width + 1, 1, 1}},
      {CL_MEM_OBJECT_IMAGE2D, {1, height + 1, 1}},
      {CL_MEM_OBJECT_IMAGE2D, {kOver32Bits, 1, 1}},
      {CL_MEM_OBJECT_IMAGE2D_ARRAY, {1, 1, layers + 1}},
      {CL_MEM_OBJECT_IMAGE3D, {most(CL_DEVICE_IMAGE3D_MAX_WIDTH) + 1, 1, 1}},
      {CL_MEM_OBJECT_IMAGE3D, {1, most(CL_DEVICE_IMAGE3D_MAX_HEIGHT) + 1, 1}},
      {CL_MEM_OBJECT_IMAGE3D, {1, 1, depth + 1}},
      {CL_MEM_OBJECT_IMAGE3D, {1, 1, kHuge}},
  };
  for (const auto& [type, extents] : cases) {
    if (extents[0] == 1 && extents[1] == 1 && extents[2] == 1) continue;  // 2^32 + 1 in 32 bits
    INFO(type << ": " << extents[0] << " x " << extents[1] << " x " << extents[2]);
    const cl_image_desc desc = describe(type, extents);
    CHECK(create_error(context, &desc) == CL_INVALID_IMAGE_SIZE);
  }
}

TEST_CASE("clCreateImage: CL_MEM_OBJECT_ALLOCATION_FAILURE for more than the device can allocate",
          "[quadcl]") {
  if (!has_images()) return;
  const Context context = make_context();
  const cl_image_desc desc = describe(CL_MEM_OBJECT_IMAGE2D_ARRAY, {16384, 16384, 2048});
  const cl_image_format floats{CL_RGBA, CL_FLOAT};
  CHECK(create_error(context, &desc, &floats) == CL_MEM_OBJECT_ALLOCATION_FAILURE);
}

TEST_CASE("clCreateImage: CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, CL_IMAGE_FORMAT_NOT_SUPPORTED") {
  if (!has_images()) return;
  const Context context = make_context();
  const cl_image_desc desc = describe(kImageCases[2]);
  CHECK(create_error(context, &desc, nullptr) == CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
  for (const cl_image_format format :
       {cl_image_format{0, CL_FLOAT}, cl_image_format{CL_R, 0}, cl_image_format{CL_R, CL_RGBA}})
    CHECK(create_error(context, &desc, &format) == CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
  // Depths are 2D or arrays of these.
  const cl_image_format depths{CL_DEPTH, CL_FLOAT};
  const cl_image_desc volume = describe(kImageCases[4]);
  CHECK(create_error(context, &volume, &depths) == CL_IMAGE_FORMAT_NOT_SUPPORTED);
}

TEST_CASE(
    "clCreateImage: CL_INVALID_VALUE for flags, CL_INVALID_HOST_PTR for the pointer, CL_INVALID_PROPERTY") {
  if (!has_images()) return;
  const Context context = make_context();
  const cl_image_desc desc = describe(kImageCases[2]);
  unsigned char host[200];
  for (const cl_mem_flags flags : {cl_mem_flags{1} << 40, cl_mem_flags{CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY},
                                   cl_mem_flags{CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS}})
    CHECK(create_error(context, &desc, &kRgba8, flags) == CL_INVALID_VALUE);
  CHECK(create_error(context, &desc, &kRgba8, CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR, host) ==
        CL_INVALID_VALUE);
  CHECK(create_error(context, &desc, &kRgba8, CL_MEM_COPY_HOST_PTR) == CL_INVALID_HOST_PTR);
  CHECK(create_error(context, &desc, &kRgba8, CL_MEM_READ_WRITE, host) == CL_INVALID_HOST_PTR);
  const cl_mem_properties unknown[]{0x1234, 1, 0};
  CHECK(error_of([&](cl_int* error) {
          return clCreateImageWithProperties(context, unknown, 0, &kRgba8, &desc, nullptr, error);
        }) == CL_INVALID_PROPERTY);
  const cl_mem_properties none[]{0};
  CHECK(error_of([&](cl_int* error) {
          return clCreateImageWithProperties(context, none, 0, &kRgba8, &desc, nullptr, error);
        }) == CL_SUCCESS);
}

TEST_CASE("clCreateImage: an image from a buffer has the buffer's pixels") {
  if (!has_images()) return;
  const Setup setup;
  const auto bytes = counting_bytes(400);
  const Buffer buffer = make_filled(setup.context, bytes);
  const bool is_2d = GENERATE(false, true);
  const Triple extents = is_2d ? Triple{4, 3, 1} : Triple{12, 1, 1};
  cl_image_desc desc = describe(is_2d ? CL_MEM_OBJECT_IMAGE2D : CL_MEM_OBJECT_IMAGE1D_BUFFER, extents);
  if (is_2d) desc.image_row_pitch = 128;
  desc.buffer = buffer;
  const Buffer object = make_image(setup.context, desc, kRgba8, 0);
  std::vector<unsigned char> expected(48);
  const RectangleSide in_buffer{{}, is_2d ? 128u : 48u, 0};
  copy_rectangle(bytes, in_buffer, expected, {}, bytes_of(extents));
  CHECK(read_image(setup.queue, object, extents) == expected);
  CHECK(info<cl_mem>(query(clGetImageInfo, object.get(), CL_IMAGE_BUFFER)) == buffer.get());
  CHECK(info<cl_mem>(query(clGetMemObjectInfo, object.get(), CL_MEM_ASSOCIATED_MEMOBJECT)) == buffer.get());
  CHECK(image_value(object, CL_IMAGE_ROW_PITCH) == (is_2d ? 128 : 48));

  const unsigned char pixel[4]{1, 2, 3, 4};
  const Triple origin{3, is_2d ? 2u : 0u, 0};
  REQUIRE(clEnqueueWriteImage(setup.queue, object, CL_TRUE, origin.data(), Triple{1, 1, 1}.data(), 0, 0,
                              pixel, 0, nullptr, nullptr) == CL_SUCCESS);
  auto changed = bytes;
  std::memcpy(&changed[is_2d ? 2 * 128 + 12 : 12], pixel, 4);
  CHECK(read_back(setup.queue, buffer, changed.size()) == changed);
}

TEST_CASE("clCreateImage: an image from a sub-buffer starts where that does") {
  if (!has_images()) return;
  const Setup setup;
  const Buffer buffer = make_filled(setup.context, counting_bytes(512));
  const Buffer part = make_sub_buffer(buffer, 256, 128);
  cl_image_desc desc = describe(CL_MEM_OBJECT_IMAGE1D_BUFFER, {8, 1, 1});
  desc.buffer = part;
  const Buffer object = make_image(setup.context, desc, kRgba8, 0);
  CHECK(read_image(setup.queue, object, {8, 1, 1}) == counting_bytes(32, 256));
  // Its bytes are those of the buffer.
  CHECK(clEnqueueCopyBufferToImage(setup.queue, buffer, object, 260, Triple{}.data(), Triple{2, 1, 1}.data(),
                                   0, nullptr, nullptr) == CL_MEM_COPY_OVERLAP);
}

TEST_CASE("clCreateImage: CL_INVALID_IMAGE_DESCRIPTOR if a buffer cannot hold the image, or is none") {
  if (!has_images()) return;
  const Context context = make_context();
  const Buffer buffer = make_buffer(context, 256);
  const auto error = [&](cl_mem_object_type type, const Triple& extents, std::size_t pitch, cl_mem memory) {
    cl_image_desc desc = describe(type, extents);
    desc.image_row_pitch = pitch;
    desc.mem_object = memory;
    return create_error(context, &desc, &kRgba8, 0);
  };
  CHECK(error(CL_MEM_OBJECT_IMAGE1D_BUFFER, {64, 1, 1}, 0, buffer) == CL_SUCCESS);
  CHECK(error(CL_MEM_OBJECT_IMAGE1D_BUFFER, {65, 1, 1}, 0, buffer) == CL_INVALID_IMAGE_DESCRIPTOR);
  CHECK(error(CL_MEM_OBJECT_IMAGE1D_BUFFER, {1, 1, 1}, 0, nullptr) == CL_INVALID_IMAGE_DESCRIPTOR);
  CHECK(error(CL_MEM_OBJECT_IMAGE2D, {16, 4, 1}, 0, buffer) == CL_SUCCESS);
  CHECK(error(CL_MEM_OBJECT_IMAGE2D, {16, 5, 1}, 0, buffer) == CL_INVALID_IMAGE_DESCRIPTOR);
  CHECK(error(CL_MEM_OBJECT_IMAGE2D, {1, 5, 1}, 64, buffer) == CL_INVALID_IMAGE_DESCRIPTOR);
  CHECK(error(CL_MEM_OBJECT_IMAGE2D, {1, 5, 1}, kHuge / 8 * 4, buffer) == CL_INVALID_IMAGE_DESCRIPTOR);
  for (const cl_mem_object_type type : {CL_MEM_OBJECT_IMAGE1D, CL_MEM_OBJECT_IMAGE3D})
    CHECK(error(type, {1, 1, 1}, 0, buffer) == CL_INVALID_IMAGE_DESCRIPTOR);
  const Context other = make_context();
  const Buffer of_other = make_buffer(other, 256);
  CHECK(error(CL_MEM_OBJECT_IMAGE1D_BUFFER, {1, 1, 1}, 0, of_other) == CL_INVALID_IMAGE_DESCRIPTOR);
  if (is_quadcl())
    CHECK(error(CL_MEM_OBJECT_IMAGE1D_BUFFER, {1, 1, 1}, 0, static_cast<cl_mem>(impostor())) ==
          CL_INVALID_IMAGE_DESCRIPTOR);
}

TEST_CASE("clCreateImage: an image from a buffer inherits its flags and may not allow more") {
  if (!has_images()) return;
  const Context context = make_context();
  const Buffer buffer = make_buffer(context, 256, CL_MEM_READ_ONLY | CL_MEM_HOST_NO_ACCESS);
  cl_image_desc desc = describe(CL_MEM_OBJECT_IMAGE1D_BUFFER, {4, 1, 1});
  desc.buffer = buffer;
  const Buffer object = make_image(context, desc, kRgba8, 0);
  CHECK(info<cl_mem_flags>(query(clGetMemObjectInfo, object.get(), CL_MEM_FLAGS)) ==
        (CL_MEM_READ_ONLY | CL_MEM_HOST_NO_ACCESS));
  unsigned char host[256];
  CHECK(create_error(context, &desc, &kRgba8, CL_MEM_READ_WRITE) == CL_INVALID_VALUE);
  CHECK(create_error(context, &desc, &kRgba8, CL_MEM_HOST_READ_ONLY) == CL_INVALID_VALUE);
  CHECK(create_error(context, &desc, &kRgba8, CL_MEM_ALLOC_HOST_PTR) == CL_INVALID_VALUE);
  CHECK(create_error(context, &desc, &kRgba8, 0, host) == CL_INVALID_HOST_PTR);
}

TEST_CASE("clCreateImage: a 2D image from a 2D image shows the same pixels along another curve") {
  if (!has_images()) return;
  const Setup setup;
  const cl_image_format linear{CL_RGBA, CL_UNORM_INT8}, curved{CL_sRGBA, CL_UNORM_INT8};
  cl_image_desc desc = describe(kImageCases[2]);
  const Buffer parent = make_image(setup.context, desc, linear);
  desc.mem_object = parent;
  const Buffer view = make_image(setup.context, desc, curved, 0);
  const auto pixels = counting_bytes(image_bytes(kImageCases[2].extents), 9);
  REQUIRE(clEnqueueWriteImage(setup.queue, parent, CL_TRUE, Triple{}.data(), kImageCases[2].extents.data(), 0,
                              0, pixels.data(), 0, nullptr, nullptr) == CL_SUCCESS);
  CHECK(read_image(setup.queue, view, kImageCases[2].extents) == pixels);
  CHECK(info<cl_mem>(query(clGetMemObjectInfo, view.get(), CL_MEM_ASSOCIATED_MEMOBJECT)) == parent.get());

  for (const cl_image_format format :
       {cl_image_format{CL_RGBA, CL_UNSIGNED_INT8}, cl_image_format{CL_R, CL_FLOAT}})
    CHECK(create_error(setup.context, &desc, &format, 0) == CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
  desc.image_width -= 1;
  CHECK(create_error(setup.context, &desc, &curved, 0) == CL_INVALID_IMAGE_DESCRIPTOR);
}

TEST_CASE("clCreateImage: its memory object lives as long as it") {
  if (!has_images()) return;
  const Setup setup;
  Buffer buffer = make_filled(setup.context, counting_bytes(64));
  cl_image_desc desc = describe(CL_MEM_OBJECT_IMAGE1D_BUFFER, {16, 1, 1});
  desc.buffer = buffer;
  const Buffer object = make_image(setup.context, desc, kRgba8, 0);
  buffer.reset();
  CHECK(read_image(setup.queue, object, {16, 1, 1}) == counting_bytes(64));
}

TEST_CASE("clCreateImage2D, clCreateImage3D: images; CL_INVALID_IMAGE_SIZE for all mistakes in sizes") {
  if (!has_images()) return;
  const Context context = make_context();
  std::vector<unsigned char> host(1000);
  const Buffer flat = made([&](cl_int* error) {
    return clCreateImage2D(context, CL_MEM_COPY_HOST_PTR, &kRgba8, 4, 5, 20, host.data(), error);
  });
  CHECK(image_value(flat, CL_IMAGE_WIDTH) == 4);
  CHECK(image_value(flat, CL_IMAGE_HEIGHT) == 5);
  const Buffer volume = made(
      [&](cl_int* error) { return clCreateImage3D(context, 0, &kRgba8, 4, 5, 6, 0, 0, nullptr, error); });
  CHECK(image_value(volume, CL_IMAGE_DEPTH) == 6);
  const auto error_2d = [&](std::size_t width, std::size_t height, std::size_t pitch) {
    return error_of([&](cl_int* error) {
      return clCreateImage2D(context, CL_MEM_COPY_HOST_PTR, &kRgba8, width, height, pitch, host.data(),
                             error);
    });
  };
  CHECK(error_2d(0, 5, 0) == CL_INVALID_IMAGE_SIZE);
  CHECK(error_2d(4, 0, 0) == CL_INVALID_IMAGE_SIZE);
  CHECK(error_2d(4, 5, 15) == CL_INVALID_IMAGE_SIZE);
  CHECK(error_of([&](cl_int* error) {
          return clCreateImage3D(context, 0, &kRgba8, 4, 5, 1, 0, 0, nullptr, error);
        }) == CL_INVALID_IMAGE_SIZE);
}
