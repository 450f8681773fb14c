// SPDX-License-Identifier: Apache-2.0
// cl_quadcl_qpu_profiling (include/CL/cl_ext_quadcl.h)
#include <CL/cl_ext_quadcl.h>

#include "kernels.h"

using namespace api;

namespace {

struct Bench {
  Context context = make_context();
  Queue queue = make_queue(context, CL_QUEUE_PROFILING_ENABLE);
  Program program = make_program(context);
  Transposition transposition{context, program, 64, 64};

  Event finished_launch() const {
    Event event = transposition.launch(queue);
    REQUIRE(clWaitForEvents(1, event.list()) == CL_SUCCESS);
    return event;
  }
};

bool is_qpu() {
  return info<cl_device_type>(query(clGetDeviceInfo, device(), CL_DEVICE_TYPE)) == CL_DEVICE_TYPE_GPU;
}

cl_int instructions_error(cl_event event) {
  cl_ulong value = 0;
  return clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_QPU_INSTRUCTIONS_QUADCL, sizeof value, &value,
                                 nullptr);
}

}  // namespace

TEST_CASE("QPU profiling: a built-in kernel runs where its device says", "[quadcl]") {
  const Bench bench;
  const Event event = bench.finished_launch();
  const auto target = query(clGetEventProfilingInfo, event.get(), CL_PROFILING_COMMAND_TARGET_QUADCL);
  CHECK(info<cl_profiling_target_quadcl>(target) ==
        (is_qpu() ? CL_PROFILING_TARGET_QPU_QUADCL : CL_PROFILING_TARGET_CPU_QUADCL));
  check_query(target);
}

TEST_CASE("QPU profiling: tells the instructions of a kernel that ran on QPUs, of no other", "[quadcl]") {
  const Bench bench;
  const Event event = bench.finished_launch();
  if (is_qpu()) {
    const auto instructions =
        query(clGetEventProfilingInfo, event.get(), CL_PROFILING_COMMAND_QPU_INSTRUCTIONS_QUADCL);
    CHECK(info<cl_ulong>(instructions) > 0);
    check_query(instructions);
  } else {
    CHECK(instructions_error(event) == CL_PROFILING_INFO_NOT_AVAILABLE);
  }
}

TEST_CASE("QPU profiling: CL_PROFILING_INFO_NOT_AVAILABLE for other commands and without profiling",
          "[quadcl]") {
  const Bench bench;
  Event fill;
  REQUIRE(clEnqueueFillBuffer(bench.queue, bench.transposition.out, "\x5a", 1, 0, 64, 0, nullptr,
                              fill.out()) == CL_SUCCESS);
  REQUIRE(clFinish(bench.queue) == CL_SUCCESS);
  CHECK(instructions_error(fill) == CL_PROFILING_INFO_NOT_AVAILABLE);

  const Queue plain = make_queue(bench.context);
  const Event event = bench.transposition.launch(plain);
  REQUIRE(clFinish(plain) == CL_SUCCESS);
  CHECK(instructions_error(event) == CL_PROFILING_INFO_NOT_AVAILABLE);
}

TEST_CASE("QPU profiling: the platform and the device list the extension", "[quadcl]") {
  CHECK_THAT(info_string(query(clGetPlatformInfo, platform(), CL_PLATFORM_EXTENSIONS)),
             Catch::Contains(CL_QUADCL_QPU_PROFILING_EXTENSION_NAME));
  CHECK_THAT(info_string(query(clGetDeviceInfo, device(), CL_DEVICE_EXTENSIONS)),
             Catch::Contains(CL_QUADCL_QPU_PROFILING_EXTENSION_NAME));
}
