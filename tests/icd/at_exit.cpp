// SPDX-License-Identifier: Apache-2.0
// A program whose exit handlers use OpenCL: the destructor of a static object that was made before the first
// use of OpenCL, and a function registered with std::atexit. It must exit with 0.
#include <cstdlib>
#include <vector>

#include "device.h"

namespace {

void require(cl_int error, const char* what) { ::require(error == CL_SUCCESS, what); }

/// Everything a program owns, in a static object, as in many programs.
class Engine {
 public:
  void start();
  ~Engine();

  void use();

 private:
  static constexpr cl_uint kSize = 512;
  cl_context context_ = nullptr;
  cl_command_queue queue_ = nullptr;
  cl_program program_ = nullptr;
  cl_kernel kernel_ = nullptr;
  cl_mem in_ = nullptr, out_ = nullptr;
};

void Engine::start() {
  const cl_device_id device = find_device();
  cl_int error = CL_SUCCESS;
  context_ = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &error);
  require(error, "clCreateContext");
  queue_ = clCreateCommandQueueWithProperties(context_, device, nullptr, &error);
  require(error, "clCreateCommandQueueWithProperties");
  program_ = clCreateProgramWithBuiltInKernels(context_, 1, &device, "transpose_32", &error);
  require(error, "clCreateProgramWithBuiltInKernels");
  kernel_ = clCreateKernel(program_, "transpose_32", &error);
  require(error, "clCreateKernel");
  in_ = clCreateBuffer(context_, CL_MEM_READ_WRITE, sizeof(cl_uint) * kSize * kSize, nullptr, &error);
  require(error, "clCreateBuffer");
  out_ = clCreateBuffer(context_, CL_MEM_READ_WRITE, sizeof(cl_uint) * kSize * kSize, nullptr, &error);
  require(error, "clCreateBuffer");
  const cl_uint size = kSize;
  clSetKernelArg(kernel_, 0, sizeof in_, &in_);
  clSetKernelArg(kernel_, 1, sizeof out_, &out_);
  clSetKernelArg(kernel_, 2, sizeof size, &size);
  clSetKernelArg(kernel_, 3, sizeof size, &size);
  const std::size_t global[2]{kSize, kSize};
  for (int i = 0; i < 20; ++i)
    require(clEnqueueNDRangeKernel(queue_, kernel_, 2, nullptr, global, nullptr, 0, nullptr, nullptr),
            "launch");
}

void Engine::use() {
  std::vector<cl_uint> contents(kSize, 7);
  require(clEnqueueWriteBuffer(queue_, in_, CL_TRUE, 0, sizeof(cl_uint) * kSize, contents.data(), 0, nullptr,
                               nullptr),
          "clEnqueueWriteBuffer");
  std::vector<cl_uint> read(kSize);
  require(
      clEnqueueReadBuffer(queue_, in_, CL_TRUE, 0, sizeof(cl_uint) * kSize, read.data(), 0, nullptr, nullptr),
      "clEnqueueReadBuffer");
  if (read != contents) require(CL_INVALID_VALUE, "contents");
  require(clFinish(queue_), "clFinish");
}

Engine::~Engine() {
  use();
  require(clReleaseMemObject(in_), "clReleaseMemObject");
  require(clReleaseMemObject(out_), "clReleaseMemObject");
  require(clReleaseKernel(kernel_), "clReleaseKernel");
  require(clReleaseProgram(program_), "clReleaseProgram");
  require(clReleaseCommandQueue(queue_), "clReleaseCommandQueue");
  require(clReleaseContext(context_), "clReleaseContext");
}

Engine engine;

}  // namespace

int main() {
  engine.start();
  std::atexit([] { engine.use(); });
  return 0;
}
