// SPDX-License-Identifier: Apache-2.0
// QUADCL_QPU_COMPILE=verify: the notify callback hears of results that differ, and of nothing else.
#include <CL/cl_ext_quadcl.h>

#include <cstring>
#include <string>
#include <vector>

#include "fixture.h"
#include "messages.h"

using namespace api;

namespace {

constexpr std::size_t kItems = 64, kWords = 2 * kItems;

/// What the context says of a launch of the kernel `k` on QPUs, whose argument is what `make` gives.
template <typename Make>
std::vector<std::string> messages_of(const std::string& text, const Make& make) {
  const char* source = text.c_str();
  NotedContext noted;
  const cl_context context = noted.context;
  const cl_queue_properties properties[]{CL_QUEUE_PROPERTIES, CL_QUEUE_PROFILING_ENABLE, 0};
  const Queue queue = made([&](cl_int* error) {
    return clCreateCommandQueueWithProperties(context, device(), properties, error);
  });
  const Program program =
      made([&](cl_int* error) { return clCreateProgramWithSource(context, 1, &source, nullptr, error); });
  REQUIRE(clBuildProgram(program, 0, nullptr, "", nullptr, nullptr) == CL_SUCCESS);
  const Kernel kernel = made([&](cl_int* error) { return clCreateKernel(program, "k", error); });
  const Buffer memory = made([&](cl_int* error) { return make(context, error); });
  REQUIRE(clSetKernelArg(kernel, 0, sizeof(cl_mem), memory.list()) == CL_SUCCESS);
  Event event;
  REQUIRE(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &kItems, nullptr, 0, nullptr, event.out()) ==
          CL_SUCCESS);
  REQUIRE(clFinish(queue) == CL_SUCCESS);
  CHECK(info<cl_profiling_target_quadcl>(
            query(clGetEventProfilingInfo, event.get(), CL_PROFILING_COMMAND_TARGET_QUADCL)) ==
        CL_PROFILING_TARGET_QPU_QUADCL);
  return noted.messages.now();
}

/// The same, with a buffer of these words.
std::vector<std::string> messages_of_launch(const std::string& text, std::vector<cl_uint> words) {
  return messages_of(text, [&](cl_context context, cl_int* error) {
    return clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, words.size() * sizeof(cl_uint), words.data(), error);
  });
}

/// Floats from 1 on.
std::vector<cl_uint> floats() {
  std::vector<cl_uint> words(kWords);
  for (std::size_t i = 0; i < kWords; ++i) {
    const float number = 1 + static_cast<float>(i) / 7;
    std::memcpy(&words[i], &number, sizeof number);
  }
  return words;
}

/// QPUs take these for 0.
std::vector<cl_uint> denormals() { return std::vector<cl_uint>(kWords, 0x00400000); }

}  // namespace

TEST_CASE("verify is silent where floats differ in the last bits, whatever the name of their type",
          "[verify]") {
  CHECK(messages_of_launch("kernel void k(global float* x) { x[get_global_id(0)] *= 0.1f; }", floats())
            .empty());
  CHECK(messages_of_launch(
            "typedef float real; kernel void k(global real* x) { x[get_global_id(0)] *= 0.1f; }", floats())
            .empty());
  CHECK(
      messages_of_launch("typedef struct { float a, b; } pair; kernel void k(global pair* x) {"
                         "  int i = get_global_id(0); float a = x[i].a * 0.1f; x[i].a = a; x[i].b = a * 3; }",
                         floats())
          .empty());
}

TEST_CASE("verify tells of words that differ", "[verify]") {
  for (const char* type : {"float", "real"}) {
    const std::string source = "typedef float real; kernel void k(global " + std::string(type) +
                               "* x) { x[get_global_id(0)] *= 0x1p100f; }";
    const auto messages = messages_of_launch(source, denormals());
    REQUIRE(messages.size() == 1);
    CHECK_THAT(messages[0], Catch::Contains("'x' differs in 64 words, the first at byte 0"));
  }
  // Numbers that are no floats.
  const char* const counts =
      "typedef int number; kernel void k(global number* x) { int i = get_global_id(0);"
      "  x[i] = as_float(x[i]) * 0x1p100f > 0 ? 100 : 101; }";
  const auto messages = messages_of_launch(counts, denormals());
  REQUIRE(messages.size() == 1);
  CHECK_THAT(messages[0], Catch::Contains("'x' differs in 64 words"));
}

namespace {

/// What the context says of a launch that writes a value, made of the place `x`, to all channels of an image.
std::vector<std::string> messages_of_image(cl_channel_type type, const char* value) {
  const std::string text = std::string(
                               "kernel void k(write_only image1d_t image) { int x = get_global_id(0);"
                               "  write_imagef(image, x, (float4)(") +
                           value + ")); }";
  const cl_image_format format{CL_RGBA, type};
  cl_image_desc desc{};
  desc.image_type = CL_MEM_OBJECT_IMAGE1D;
  desc.image_width = kItems;
  return messages_of(text, [&](cl_context context, cl_int* error) {
    return clCreateImage(context, 0, &format, &desc, nullptr, error);
  });
}

}  // namespace

TEST_CASE("verify compares images by their channels", "[verify]") {
  for (const cl_channel_type type : {CL_FLOAT, CL_HALF_FLOAT, CL_UNORM_INT8, CL_UNORM_INT16, CL_SNORM_INT16})
    CHECK(messages_of_image(type, "x * 0.015f").empty());
  const auto messages = messages_of_image(CL_UNORM_INT8, "as_float(0x400000 + x) * 0x1p127f");
  REQUIRE(messages.size() == 1);
  CHECK_THAT(messages[0], Catch::Contains("'image' differs in 256 channels, the first at byte 0"));
}
