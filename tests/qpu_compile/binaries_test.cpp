// SPDX-License-Identifier: Apache-2.0
// Program binaries from the application, of a program that keeps its bitcode since a kernel takes images.
#include <CL/cl_ext_quadcl.h>

#include <string>
#include <vector>

#include "fixture.h"

using namespace api;

namespace {

constexpr const char* kSource =
    "kernel void copied(read_only image2d_t in, write_only image2d_t out) {\n"
    "  const int2 at = (int2)(get_global_id(0), get_global_id(1)); write_imagef(out, at, read_imagef(in, "
    "at)); }\n"
    "kernel void tripled(global uint* x) { x[get_global_id(0)] *= 3; }\n";

Program built_in(cl_context context) {
  const char* source = kSource;
  Program program =
      made([&](cl_int* error) { return clCreateProgramWithSource(context, 1, &source, nullptr, error); });
  REQUIRE(clBuildProgram(program, 0, nullptr, "-cl-std=CL3.0", nullptr, nullptr) == CL_SUCCESS);
  return program;
}

std::vector<unsigned char> binary_of(cl_context context) {
  const Program program = built_in(context);
  std::size_t size = 0;
  REQUIRE(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, nullptr) == CL_SUCCESS);
  std::vector<unsigned char> bytes(size);
  unsigned char* start = bytes.data();
  REQUIRE(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof start, static_cast<void*>(&start), nullptr) ==
          CL_SUCCESS);
  return bytes;
}

/// Where the kernel `tripled` of the binary runs.
cl_profiling_target_quadcl target_of(const Context& context, const std::vector<unsigned char>& binary,
                                     const char* options) {
  const unsigned char* start = binary.data();
  const std::size_t size = binary.size();
  const cl_device_id on = device();
  const Program program = made([&](cl_int* error) {
    return clCreateProgramWithBinary(context, 1, &on, &size, &start, nullptr, error);
  });
  REQUIRE(clBuildProgram(program, 0, nullptr, options, nullptr, nullptr) == CL_SUCCESS);
  const cl_queue_properties properties[]{CL_QUEUE_PROPERTIES, CL_QUEUE_PROFILING_ENABLE, 0};
  const Queue queue =
      made([&](cl_int* error) { return clCreateCommandQueueWithProperties(context, on, properties, error); });
  const Kernel kernel = made([&](cl_int* error) { return clCreateKernel(program, "tripled", error); });
  const Buffer memory = made([&](cl_int* error) { return clCreateBuffer(context, 0, 256, nullptr, error); });
  REQUIRE(clSetKernelArg(kernel, 0, sizeof(cl_mem), memory.list()) == CL_SUCCESS);
  constexpr std::size_t kItems = 64;
  Event event;
  REQUIRE(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &kItems, nullptr, 0, nullptr, event.out()) ==
          CL_SUCCESS);
  REQUIRE(clFinish(queue) == CL_SUCCESS);
  return info<cl_profiling_target_quadcl>(
      query(clGetEventProfilingInfo, event.get(), CL_PROFILING_COMMAND_TARGET_QUADCL));
}

}  // namespace

TEST_CASE("a binary that keeps its bitcode stays on the CPU if its build says so", "[binaries]") {
  const Context context = make_context();
  const auto binary = binary_of(context);
  CHECK(target_of(context, binary, "") == CL_PROFILING_TARGET_QPU_QUADCL);
  CHECK(target_of(context, binary, "-quadcl-no-qpu-compile") == CL_PROFILING_TARGET_CPU_QUADCL);
  CHECK(target_of(context, binary, "") == CL_PROFILING_TARGET_QPU_QUADCL);
}

TEST_CASE("of two devices that are built for together, only the QPUs' is told of code for QPUs",
          "[binaries]") {
  const Context context = make_context(all_devices());
  const Program program = built_in(context);
  const auto log = [&](cl_device_id of) {
    return info_string(query(clGetProgramBuildInfo, program.get(), of, CL_PROGRAM_BUILD_LOG));
  };
  CHECK(log(all_devices()[0]).find("'tripled' runs on the QPUs") != std::string::npos);
  CHECK(log(all_devices()[1]).find("QPUs") == std::string::npos);
}
