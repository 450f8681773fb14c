// SPDX-License-Identifier: Apache-2.0
// Kernels with barriers are compiled again for the local size of a launch. Other sizes work all the same.
#include <CL/cl_ext_quadcl.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include "fixture.h"

using namespace api;

namespace {

/// Sums from the start of a group on.
constexpr const char* kSums =
    "kernel void k(global const uint* x, global uint* y, local uint* s) {\n"
    "  uint l = get_local_id(0), n = get_local_size(0);\n"
    "  s[l] = x[get_global_id(0)];\n"
    "  barrier(CLK_LOCAL_MEM_FENCE);\n"
    "  for (uint by = 1; by < n; by *= 2) {\n"
    "    uint before = l >= by ? s[l - by] : 0;\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    s[l] += before;\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "  }\n"
    "  y[get_global_id(0)] = s[l];\n"
    "}\n";

Program built(cl_context context) {
  const char* source = kSums;
  Program program =
      made([&](cl_int* error) { return clCreateProgramWithSource(context, 1, &source, nullptr, error); });
  REQUIRE(clBuildProgram(program, 0, nullptr, "", nullptr, nullptr) == CL_SUCCESS);
  return program;
}

/// Launches the kernel on the QPUs, in work-groups of these sizes.
class Sums {
 public:
  /// Checks the results. Returns how many instructions the QPUs executed for each work-item.
  double instructions_per_item(std::size_t items, std::size_t local, std::size_t local_bytes = 0) {
    std::vector<cl_uint> words(items), sums(items);
    std::iota(words.begin(), words.end(), 3u);
    const Buffer in = buffer(words), out = buffer(sums);
    REQUIRE(clSetKernelArg(kernel_, 0, sizeof(cl_mem), in.list()) == CL_SUCCESS);
    REQUIRE(clSetKernelArg(kernel_, 1, sizeof(cl_mem), out.list()) == CL_SUCCESS);
    REQUIRE(clSetKernelArg(kernel_, 2, std::max(local_bytes, local * sizeof(cl_uint)), nullptr) ==
            CL_SUCCESS);
    Event event;
    REQUIRE(clEnqueueNDRangeKernel(queue_, kernel_, 1, nullptr, &items, &local, 0, nullptr, event.out()) ==
            CL_SUCCESS);
    REQUIRE(clEnqueueReadBuffer(queue_, out, CL_TRUE, 0, items * sizeof(cl_uint), sums.data(), 0, nullptr,
                                nullptr) == CL_SUCCESS);
    for (std::size_t first = 0; first < items; first += local)
      std::partial_sum(words.begin() + static_cast<std::ptrdiff_t>(first),
                       words.begin() + static_cast<std::ptrdiff_t>(first + local),
                       words.begin() + static_cast<std::ptrdiff_t>(first));
    CHECK(sums == words);
    cl_ulong instructions = 0;
    REQUIRE(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_QPU_INSTRUCTIONS_QUADCL, sizeof instructions,
                                    &instructions, nullptr) == CL_SUCCESS);
    return static_cast<double>(instructions) / static_cast<double>(items);
  }

 private:
  Buffer buffer(std::vector<cl_uint>& words) {
    return made([&](cl_int* error) {
      return clCreateBuffer(context_, CL_MEM_COPY_HOST_PTR, words.size() * sizeof(cl_uint), words.data(),
                            error);
    });
  }

  const Context context_ = made([](cl_int* error) {
    const cl_device_id one = device();
    return clCreateContext(nullptr, 1, &one, nullptr, nullptr, error);
  });
  const Queue queue_ = made([&](cl_int* error) {
    const cl_queue_properties properties[]{CL_QUEUE_PROPERTIES, CL_QUEUE_PROFILING_ENABLE, 0};
    return clCreateCommandQueueWithProperties(context_, device(), properties, error);
  });
  const Program program_ = built(context_);
  const Kernel kernel_ = made([&](cl_int* error) { return clCreateKernel(program_, "k", error); });
};

}  // namespace

TEST_CASE("local memory of work-groups of whole rows is in registers", "[group sizes]") {
  Sums sums;
  // Groups of 40 end with a row that is not full. They, and those of 50, run as any size does.
  const double as_any = sums.instructions_per_item(960, 40);
  for (const std::size_t local : {16, 32, 64, 160, 64})
    CHECK(sums.instructions_per_item(960, local) < as_any / 2);
  CHECK(sums.instructions_per_item(400, 50) > as_any / 2);
}

TEST_CASE("a kernel is compiled for 16 local sizes", "[group sizes]") {
  Sums sums;
  const double as_any = sums.instructions_per_item(960, 40);
  std::vector<std::size_t> bytes;
  for (std::size_t i = 0; i < 16; ++i) bytes.push_back(128 + 16 * i);
  for (const std::size_t local : bytes) CHECK(sums.instructions_per_item(960, 32, local) < as_any / 2);
  CHECK(sums.instructions_per_item(960, 32, 1024) > as_any / 2);
  for (const std::size_t local : bytes) CHECK(sums.instructions_per_item(960, 32, local) < as_any / 2);
}
