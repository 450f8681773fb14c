// SPDX-License-Identifier: Apache-2.0
// A program that opens the loader, uses a queue, and closes the loader again, several times. Our worker
// threads must survive. It must exit with 0.
#include <CL/cl.h>
#include <dlfcn.h>

#include <cstdio>

namespace {

template <typename Function>
Function* find(void* library, const char* name) {
  auto* function = reinterpret_cast<Function*>(dlsym(library, name));
  if (function == nullptr) std::fprintf(stderr, "the loader has no %s\n", name);
  return function;
}

bool use_every_platform(void* library) {
  const auto platform_ids = find<decltype(clGetPlatformIDs)>(library, "clGetPlatformIDs");
  const auto device_ids = find<decltype(clGetDeviceIDs)>(library, "clGetDeviceIDs");
  const auto create_context = find<decltype(clCreateContext)>(library, "clCreateContext");
  const auto create_queue =
      find<decltype(clCreateCommandQueueWithProperties)>(library, "clCreateCommandQueueWithProperties");
  const auto create_buffer = find<decltype(clCreateBuffer)>(library, "clCreateBuffer");
  const auto fill = find<decltype(clEnqueueFillBuffer)>(library, "clEnqueueFillBuffer");
  cl_platform_id platform = nullptr;
  if (platform_ids(1, &platform, nullptr) != CL_SUCCESS) return false;
  cl_device_id devices[2]{};
  if (device_ids(platform, CL_DEVICE_TYPE_ALL, 2, devices, nullptr) != CL_SUCCESS) return false;
  const cl_context context = create_context(nullptr, 2, devices, nullptr, nullptr, nullptr);
  const cl_command_queue queue = create_queue(context, devices[0], nullptr, nullptr);
  const cl_mem buffer = create_buffer(context, CL_MEM_READ_WRITE, 1 << 20, nullptr, nullptr);
  cl_int error = CL_SUCCESS;
  for (int i = 0; i < 50 && error == CL_SUCCESS; ++i)
    error = fill(queue, buffer, "\x5a", 1, 0, 1 << 20, 0, nullptr, nullptr);
  return error == CL_SUCCESS;
}

}  // namespace

int main() {
  for (int i = 0; i < 3; ++i) {
    void* library = dlopen("libOpenCL.so.1", RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr || !use_every_platform(library)) {
      std::fprintf(stderr, "iteration %d failed\n", i);
      return 1;
    }
    dlclose(library);
  }
  return 0;
}
