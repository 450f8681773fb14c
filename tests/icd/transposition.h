// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <future>
#include <vector>

#include "device.h"

/// A context with a queue and a transposition of a large matrix, which several threads work on.
class Transposition {
 public:
  Transposition() {
    context_ = clCreateContext(nullptr, 1, &device_, nullptr, nullptr, nullptr);
    queue_ = clCreateCommandQueueWithProperties(context_, device_, nullptr, nullptr);
    const cl_program program =
        clCreateProgramWithBuiltInKernels(context_, 1, &device_, "transpose_32", nullptr);
    kernel_ = clCreateKernel(program, "transpose_32", nullptr);
    for (cl_uint i = 0; i < kSize * kSize; ++i) contents_[i] = i;
    const cl_mem in = clCreateBuffer(context_, CL_MEM_COPY_HOST_PTR, kBytes, contents_.data(), nullptr);
    out_ = clCreateBuffer(context_, 0, kBytes, nullptr, nullptr);
    const cl_uint size = kSize;
    clSetKernelArg(kernel_, 0, sizeof in, &in);
    clSetKernelArg(kernel_, 1, sizeof out_, &out_);
    clSetKernelArg(kernel_, 2, sizeof size, &size);
    clSetKernelArg(kernel_, 3, sizeof size, &size);
  }

  void enqueue(cl_event* event = nullptr) {
    const std::size_t global[2]{kSize, kSize};
    require(
        clEnqueueNDRangeKernel(queue_, kernel_, 2, nullptr, global, nullptr, 0, nullptr, event) == CL_SUCCESS,
        "a launch");
  }

  /// One launch with a callback, and a look at the result.
  void run() {
    std::promise<cl_int> called;
    cl_event event = nullptr;
    enqueue(&event);
    const auto call = [](cl_event, cl_int status, void* promise) {
      static_cast<std::promise<cl_int>*>(promise)->set_value(status);
    };
    require(clSetEventCallback(event, CL_COMPLETE, call, &called) == CL_SUCCESS, "a callback");
    require(clFlush(queue_) == CL_SUCCESS, "a flushed queue");
    require(called.get_future().get() == CL_COMPLETE, "a call");
    std::vector<cl_uint> result(kSize * kSize);
    require(clEnqueueReadBuffer(queue_, out_, CL_TRUE, 0, kBytes, result.data(), 0, nullptr, nullptr) ==
                CL_SUCCESS,
            "a result");
    for (cl_uint y = 0; y < kSize; ++y)
      for (cl_uint x = 0; x < kSize; ++x)
        require(result[x * kSize + y] == contents_[y * kSize + x], "the right result");
  }

  void finish() { require(clFinish(queue_) == CL_SUCCESS, "the end of all launches"); }

 private:
  static constexpr cl_uint kSize = 1024;
  static constexpr std::size_t kBytes = sizeof(cl_uint) * kSize * kSize;
  const cl_device_id device_ = find_device();
  cl_context context_ = nullptr;
  cl_command_queue queue_ = nullptr;
  cl_kernel kernel_ = nullptr;
  cl_mem out_ = nullptr;
  std::vector<cl_uint> contents_ = std::vector<cl_uint>(kSize * kSize);
};
