// SPDX-License-Identifier: Apache-2.0
// Rules that the functions of images share.
#include "images.h"
#include "bad_handles.h"

using namespace api;

namespace {

constexpr cl_image_format kFormat{CL_RGBA, CL_UNORM_INT8};
constexpr std::size_t kOrigin[3]{0, 0, 0};
constexpr std::size_t kRegion[3]{1, 1, 1};

cl_image_desc description() {
  cl_image_desc desc{};
  desc.image_type = CL_MEM_OBJECT_IMAGE2D;
  desc.image_width = 4;
  desc.image_height = 4;
  return desc;
}

/// A way to create an image.
using CreateImage = std::function<cl_mem(cl_context, cl_int*)>;

std::vector<std::pair<std::string, CreateImage>> create_functions() {
  static const cl_image_desc desc = description();
  return {
      {"clCreateImage",
       [](cl_context context, cl_int* error) {
         return clCreateImage(context, 0, &kFormat, &desc, nullptr, error);
       }},
      {"clCreateImageWithProperties",
       [](cl_context context, cl_int* error) {
         return clCreateImageWithProperties(context, nullptr, 0, &kFormat, &desc, nullptr, error);
       }},
      {"clCreateImage2D",
       [](cl_context context, cl_int* error) {
         return clCreateImage2D(context, 0, &kFormat, 4, 4, 0, nullptr, error);
       }},
      {"clCreateImage3D",
       [](cl_context context, cl_int* error) {
         return clCreateImage3D(context, 0, &kFormat, 4, 4, 4, 0, 0, nullptr, error);
       }},
  };
}

/// A command on images, with a queue and an object that is no image.
using ImageCommand = std::function<cl_int(cl_command_queue, cl_mem)>;

std::vector<std::pair<std::string, ImageCommand>> commands() {
  static unsigned char pixel[16];
  static std::size_t pitch = 0;
  return {
      {"clEnqueueReadImage",
       [](cl_command_queue queue, cl_mem image) {
         return clEnqueueReadImage(queue, image, CL_TRUE, kOrigin, kRegion, 0, 0, pixel, 0, nullptr, nullptr);
       }},
      {"clEnqueueWriteImage",
       [](cl_command_queue queue, cl_mem image) {
         return clEnqueueWriteImage(queue, image, CL_TRUE, kOrigin, kRegion, 0, 0, pixel, 0, nullptr,
                                    nullptr);
       }},
      {"clEnqueueFillImage",
       [](cl_command_queue queue, cl_mem image) {
         return clEnqueueFillImage(queue, image, pixel, kOrigin, kRegion, 0, nullptr, nullptr);
       }},
      {"clEnqueueCopyImage",
       [](cl_command_queue queue, cl_mem image) {
         return clEnqueueCopyImage(queue, image, image, kOrigin, kOrigin, kRegion, 0, nullptr, nullptr);
       }},
      {"clEnqueueCopyImageToBuffer",
       [](cl_command_queue queue, cl_mem image) {
         return clEnqueueCopyImageToBuffer(queue, image, image, kOrigin, kRegion, 0, 0, nullptr, nullptr);
       }},
      {"clEnqueueCopyBufferToImage",
       [](cl_command_queue queue, cl_mem image) {
         return clEnqueueCopyBufferToImage(queue, image, image, 0, kOrigin, kRegion, 0, nullptr, nullptr);
       }},
      {"clEnqueueMapImage",
       [](cl_command_queue queue, cl_mem image) {
         cl_int error = 1;
         const void* mapped = clEnqueueMapImage(queue, image, CL_TRUE, CL_MAP_READ, kOrigin, kRegion, &pitch,
                                                nullptr, 0, nullptr, nullptr, &error);
         CHECK(mapped == nullptr);
         return error;
       }},
  };
}

}  // namespace

TEST_CASE("clCreateImage, -WithProperties, -2D, -3D: CL_INVALID_CONTEXT if context is not a context") {
  for (const auto& [name, create] : create_functions()) {
    INFO(name);
    check_bad_handles<cl_context>(CL_INVALID_CONTEXT, [&create = create](cl_context bad) {
      return error_of([&](cl_int* error) { return create(bad, error); });
    });
  }
}

TEST_CASE("image commands: CL_INVALID_COMMAND_QUEUE if command_queue is not a queue") {
  const Context context = make_context();
  const Buffer buffer = make_buffer(context, 64);
  for (const auto& [name, command] : commands()) {
    INFO(name);
    check_bad_handles<cl_command_queue>(
        CL_INVALID_COMMAND_QUEUE,
        [&, &command = command](cl_command_queue bad) { return command(bad, buffer); });
  }
}

TEST_CASE("clGetSupportedImageFormats: CL_INVALID_VALUE if flags, image_type or num_entries is not valid") {
  const Context context = make_context();
  cl_uint count = 0;
  cl_image_format format{};
  CHECK(clGetSupportedImageFormats(context, CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY, CL_MEM_OBJECT_IMAGE2D, 0,
                                   nullptr, &count) == CL_INVALID_VALUE);
  CHECK(clGetSupportedImageFormats(context, CL_MEM_READ_ONLY, CL_MEM_OBJECT_BUFFER, 0, nullptr, &count) ==
        CL_INVALID_VALUE);
  CHECK(clGetSupportedImageFormats(context, CL_MEM_READ_ONLY, CL_MEM_OBJECT_IMAGE2D, 0, &format, &count) ==
        CL_INVALID_VALUE);
}

TEST_CASE("clGetSupportedImageFormats: CL_INVALID_CONTEXT if context is not a context") {
  check_bad_handles<cl_context>(CL_INVALID_CONTEXT, [](cl_context bad) {
    cl_uint count = 0;
    return clGetSupportedImageFormats(bad, CL_MEM_READ_ONLY, CL_MEM_OBJECT_IMAGE2D, 0, nullptr, &count);
  });
}

TEST_CASE("clGetImageInfo: CL_INVALID_MEM_OBJECT if image is not an image") {
  check_bad_handles<cl_mem>(CL_INVALID_MEM_OBJECT, [](cl_mem bad) {
    return clGetImageInfo(bad, CL_IMAGE_WIDTH, 0, nullptr, nullptr);
  });
}

TEST_CASE("clGetImageInfo: CL_INVALID_MEM_OBJECT if image is a buffer", "[quadcl]") {
  const Context context = make_context();
  const Buffer buffer = make_buffer(context, 64);
  CHECK(clGetImageInfo(buffer, CL_IMAGE_WIDTH, 0, nullptr, nullptr) == CL_INVALID_MEM_OBJECT);
}
