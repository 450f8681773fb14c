// SPDX-License-Identifier: Apache-2.0
// Kernels that take images, on the QPUs and on the CPU.
#pragma once

#include <CL/cl_ext_quadcl.h>

#include <array>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "core/image_format.h"
#include "images.h"
#include "messages.h"

namespace image_tests {

using namespace api;
using namespace quadcl;

using Bytes = std::vector<unsigned char>;

/// A type of images in OpenCL C, with the coordinates of a pixel that it takes of a float4 or int4 `at`.
struct TypeCase {
  const char* name;
  cl_mem_object_type type;
  Triple extents;
  const char* coordinates;
};
inline constexpr std::size_t kWidth = 7, kHeight = 5, kDepth = 3;
inline const std::vector<TypeCase> kTypes{
    {"image1d_t", CL_MEM_OBJECT_IMAGE1D, {kWidth, 1, 1}, "at.x"},
    {"image1d_array_t", CL_MEM_OBJECT_IMAGE1D_ARRAY, {kWidth, kDepth, 1}, "at.xz"},
    {"image2d_t", CL_MEM_OBJECT_IMAGE2D, {kWidth, kHeight, 1}, "at.xy"},
    {"image2d_array_t", CL_MEM_OBJECT_IMAGE2D_ARRAY, {kWidth, kHeight, kDepth}, "at"},
    {"image3d_t", CL_MEM_OBJECT_IMAGE3D, {kWidth, kHeight, kDepth}, "at"}};
inline const TypeCase& kType2D = kTypes[2];
inline const TypeCase kTexture{"image2d_t", CL_MEM_OBJECT_IMAGE2D, {24, 18, 1}, "at.xy"};

/// The functions for a format, and the scalar type of their colours.
struct Reading {
  std::string function, element;
};
inline Reading reading_of(const ImageFormat& format) {
  if (format.type->kind == ChannelKind::sint) return {"i", "int"};
  if (format.type->kind == ChannelKind::uint) return {"ui", "uint"};
  return {"f", "float"};
}

inline cl_image_format as_cl(const ImageFormat& format) {
  return {static_cast<cl_channel_order>(format.order->order),
          static_cast<cl_channel_type>(format.type->type)};
}

inline const ImageFormat& format_of(ChannelOrder order, ChannelType type) {
  return *find_image_format(static_cast<std::uint32_t>(order), static_cast<std::uint32_t>(type));
}

inline std::size_t pixels_in(const TypeCase& type) {
  return type.extents[0] * type.extents[1] * type.extents[2];
}

inline std::string name_of(const ImageFormat& format) {
  return "order " + std::to_string(static_cast<unsigned>(format.order->order)) + ", type " +
         std::to_string(static_cast<unsigned>(format.type->type));
}

/// Any bytes; floats are numbers from 2^-7 to 2 or so, or their negatives.
inline Bytes pixels_of(const ImageFormat& format, std::size_t count) {
  std::mt19937 random(5);
  Bytes bytes(count * format.pixel_bytes());
  for (unsigned char& byte : bytes) byte = static_cast<unsigned char>(random());
  const std::size_t step = format.type->bytes;
  if (format.type->kind == ChannelKind::floating)
    for (std::size_t i = step; i <= bytes.size(); i += step)
      bytes[i - 1] = static_cast<unsigned char>(random() % 2 == 0 ? 0x3b : 0xbb);
  return bytes;
}

/// One device's side of a test: kernels `k` of sources, launched with arguments in their order.
class Side {
 public:
  explicit Side(cl_device_id device) : device_(device) {}

  void build(const std::string& source, const std::string& options = "-cl-std=CL3.0") {
    const char* text = source.c_str();
    program_ =
        made([&](cl_int* error) { return clCreateProgramWithSource(context_, 1, &text, nullptr, error); });
    REQUIRE(clBuildProgram(program_, 1, &device_, options.c_str(), nullptr, nullptr) == CL_SUCCESS);
    kernel_ = made([&](cl_int* error) { return clCreateKernel(program_, "k", error); });
  }

  Buffer image(const TypeCase& type, const ImageFormat& format, Bytes pixels) {
    const cl_image_desc desc = describe(type.type, type.extents);
    return make_image(context_, desc, as_cl(format), CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, pixels.data());
  }
  Buffer buffer(Bytes bytes) {
    return made([&](cl_int* error) {
      return clCreateBuffer(context_, CL_MEM_COPY_HOST_PTR, bytes.size(), bytes.data(), error);
    });
  }
  template <typename Value>
  void set(cl_uint index, Value value) {
    REQUIRE(clSetKernelArg(kernel_, index, sizeof value, &value) == CL_SUCCESS);
  }

  /// Where it ran.
  cl_profiling_target_quadcl launch(std::vector<std::size_t> global) {
    Event event;
    REQUIRE(clEnqueueNDRangeKernel(queue_, kernel_, static_cast<cl_uint>(global.size()), nullptr,
                                   global.data(), nullptr, 0, nullptr, event.out()) == CL_SUCCESS);
    REQUIRE(clWaitForEvents(1, event.list()) == CL_SUCCESS);
    return info<cl_profiling_target_quadcl>(
        query(clGetEventProfilingInfo, event.get(), CL_PROFILING_COMMAND_TARGET_QUADCL));
  }
  cl_profiling_target_quadcl kernels_target() const {
    return info<cl_profiling_target_quadcl>(query(clGetKernelInfo, kernel_.get(), CL_KERNEL_TARGET_QUADCL));
  }
  std::string build_log() const {
    std::size_t size = 0;
    clGetProgramBuildInfo(program_, device_, CL_PROGRAM_BUILD_LOG, 0, nullptr, &size);
    std::string log(size, '\0');
    clGetProgramBuildInfo(program_, device_, CL_PROGRAM_BUILD_LOG, size, log.data(), nullptr);
    return log;
  }

  Bytes read(const Buffer& buffer, std::size_t size) {
    Bytes bytes(size);
    REQUIRE(clEnqueueReadBuffer(queue_, buffer, CL_TRUE, 0, size, bytes.data(), 0, nullptr, nullptr) ==
            CL_SUCCESS);
    return bytes;
  }
  Bytes read(const Buffer& image, const TypeCase& type, const ImageFormat& format) {
    Bytes bytes(pixels_in(type) * format.pixel_bytes());
    REQUIRE(clEnqueueReadImage(queue_, image, CL_TRUE, Triple{}.data(), type.extents.data(), 0, 0,
                               bytes.data(), 0, nullptr, nullptr) == CL_SUCCESS);
    return bytes;
  }
  cl_context context() const { return context_; }

 private:
  cl_device_id device_;
  Context context_ =
      made([&](cl_int* error) { return clCreateContext(nullptr, 1, &device_, nullptr, nullptr, error); });
  Queue queue_ = made([&](cl_int* error) {
    const cl_queue_properties properties[]{CL_QUEUE_PROPERTIES, CL_QUEUE_PROFILING_ENABLE, 0};
    return clCreateCommandQueueWithProperties(context_, device_, properties, error);
  });
  Program program_;
  Kernel kernel_;
};

struct Sides {
  Side qpus{all_devices()[0]}, cpu{all_devices()[1]};
  std::array<Side*, 2> both{&qpus, &cpu};
};

inline Bytes bytes_of(const std::vector<float>& numbers) {
  Bytes bytes(numbers.size() * sizeof(float));
  std::memcpy(bytes.data(), numbers.data(), bytes.size());
  return bytes;
}

inline constexpr auto kOnQpus = CL_PROFILING_TARGET_QPU_QUADCL, kOnCpu = CL_PROFILING_TARGET_CPU_QUADCL;

}  // namespace image_tests
