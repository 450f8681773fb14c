// SPDX-License-Identifier: Apache-2.0
// A program that leaves main with running and waiting commands, and releases nothing. It must exit with 0.
// With the argument "flushed" it flushes the commands before main ends.
#include <CL/cl.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace {

void CL_CALLBACK ignore(cl_event, cl_int, void*) {}

cl_device_id find_device() {
  cl_platform_id platforms[8]{};
  cl_uint count = 0;
  clGetPlatformIDs(8, platforms, &count);
  for (cl_uint i = 0; i < count && i < 8; ++i) {
    char name[64]{};
    clGetPlatformInfo(platforms[i], CL_PLATFORM_NAME, sizeof name - 1, name, nullptr);
    if (std::strstr(name, "QuadCL") == nullptr) continue;
    cl_device_id devices[2]{};
    clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_ALL, 2, devices, nullptr);
    const char* index = std::getenv("QUADCL_TEST_DEVICE");
    return devices[index != nullptr && *index == '1' ? 1 : 0];
  }
  return nullptr;
}

cl_int put_work_in_flight(bool flush) {
  const cl_device_id device = find_device();
  const cl_context context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, nullptr);
  const cl_queue_properties properties[]{CL_QUEUE_PROPERTIES, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 0};
  const cl_command_queue queue = clCreateCommandQueueWithProperties(context, device, properties, nullptr);
  const cl_program program = clCreateProgramWithBuiltInKernels(context, 1, &device, "transpose_32", nullptr);
  const cl_kernel kernel = clCreateKernel(program, "transpose_32", nullptr);
  const cl_event never = clCreateUserEvent(context, nullptr);
  const cl_uint size = 1024;
  const std::size_t global[2]{size, size}, bytes = sizeof(cl_uint) * size * size;
  const cl_mem in = clCreateBuffer(context, CL_MEM_READ_ONLY, bytes, nullptr, nullptr);
  cl_int error = CL_SUCCESS;
  for (int i = 0; i < 20 && error == CL_SUCCESS; ++i) {
    const cl_mem out = clCreateBuffer(context, CL_MEM_WRITE_ONLY, bytes, nullptr, nullptr);
    clSetKernelArg(kernel, 0, sizeof in, &in);
    clSetKernelArg(kernel, 1, sizeof out, &out);
    clSetKernelArg(kernel, 2, sizeof size, &size);
    clSetKernelArg(kernel, 3, sizeof size, &size);
    const bool waits = i % 4 == 3;
    cl_event event = nullptr;
    error = clEnqueueNDRangeKernel(queue, kernel, 2, nullptr, global, nullptr, waits ? 1 : 0,
                                   waits ? &never : nullptr, &event);
    if (error == CL_SUCCESS) error = clSetEventCallback(event, CL_COMPLETE, ignore, nullptr);
  }
  if (flush && error == CL_SUCCESS) error = clFlush(queue);
  return error;
}

}  // namespace

int main(int argc, char** argv) {
  const cl_int error = put_work_in_flight(argc == 2 && std::strcmp(argv[1], "flushed") == 0);
  if (error != CL_SUCCESS) std::fprintf(stderr, "could not put work in flight: error %d\n", error);
  return error == CL_SUCCESS ? 0 : 1;
}
