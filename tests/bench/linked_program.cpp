// SPDX-License-Identifier: Apache-2.0
//
// A host program that compiles and links in two steps, for captures: linked_program, or linked_program header
// for a source that includes another program.
#include <CL/cl.h>

#include <cstdio>

int main(int count, char**) {
  const bool has_header = count > 1;
  cl_platform_id platform;
  cl_device_id device;
  if (clGetPlatformIDs(1, &platform, nullptr) != CL_SUCCESS ||
      clGetDeviceIDs(platform, CL_DEVICE_TYPE_CPU, 1, &device, nullptr) != CL_SUCCESS)
    return 1;
  cl_context context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, nullptr);
  cl_command_queue queue = clCreateCommandQueueWithProperties(context, device, nullptr, nullptr);
  const char* name = "answer.h";
  const char* header_source = "#define ANSWER 42\n";
  const char* source = has_header ? "#include \"answer.h\"\nkernel void linked(global int* out) { *out = ANSWER; }"
                                  : "kernel void linked(global int* out) { *out = ANSWER; }";
  cl_program header = clCreateProgramWithSource(context, 1, &header_source, nullptr, nullptr);
  cl_program program = clCreateProgramWithSource(context, 1, &source, nullptr, nullptr);
  const cl_int compiled =
      clCompileProgram(program, 0, nullptr, has_header ? nullptr : "-DANSWER=42", has_header,
                       has_header ? &header : nullptr, has_header ? &name : nullptr, nullptr, nullptr);
  if (compiled != CL_SUCCESS) return 1;
  cl_program linked = clLinkProgram(context, 0, nullptr, nullptr, 1, &program, nullptr, nullptr, nullptr);
  cl_kernel kernel = clCreateKernel(linked, "linked", nullptr);
  cl_int result = 0;
  cl_mem out = clCreateBuffer(context, CL_MEM_READ_WRITE, sizeof result, nullptr, nullptr);
  const std::size_t size = 1;
  clSetKernelArg(kernel, 0, sizeof(cl_mem), &out);
  clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &size, nullptr, 0, nullptr, nullptr);
  clEnqueueReadBuffer(queue, out, CL_TRUE, 0, sizeof result, &result, 0, nullptr, nullptr);
  std::printf("%d\n", result);
  return result == 42 ? 0 : 1;
}
