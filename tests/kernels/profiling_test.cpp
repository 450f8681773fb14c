// SPDX-License-Identifier: Apache-2.0
#include <CL/cl_ext_quadcl.h>

#include <catch2/catch.hpp>
#include <cmath>

#include "tests/kernels/kernel_fixture.h"

namespace {

using kernel_test::machine;

bool on_qpu() { return machine().device.getInfo<CL_DEVICE_TYPE>() == CL_DEVICE_TYPE_GPU; }

cl_command_queue make_queue(std::vector<cl_queue_properties> properties, cl_int& error) {
  properties.push_back(0);
  return clCreateCommandQueueWithProperties(machine().context(), machine().device(), properties.data(),
                                            &error);
}

struct Answer {
  cl_int error = CL_SUCCESS;
  cl_ulong value = 0;
};

Answer ask(const cl::Event& event, cl_profiling_info name) {
  Answer answer;
  answer.error = clGetEventProfilingInfo(event(), name, sizeof answer.value, &answer.value, nullptr);
  return answer;
}

/// The event of a small transpose on a queue with these properties.
cl::Event transpose_on(const std::vector<cl_queue_properties>& properties) {
  cl_int error = CL_SUCCESS;
  const cl::CommandQueue queue(make_queue(properties, error));
  REQUIRE(error == CL_SUCCESS);
  auto& m = machine();
  const cl::Buffer in = m.upload(std::vector<cl_uint>(64 * 48)),
                   out = m.upload(std::vector<cl_uint>(64 * 48));
  cl::Kernel kernel = m.kernel("transpose_32");
  kernel.setArg(0, in);
  kernel.setArg(1, out);
  kernel.setArg(2, cl_uint{64});
  kernel.setArg(3, cl_uint{48});
  cl::Event event;
  queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(64, 48), cl::NullRange, nullptr, &event);
  event.wait();
  return event;
}

}  // namespace

TEST_CASE("profiling: modelled time is there if the queue asked for it, and bounded by the instructions") {
  const auto event =
      transpose_on({CL_QUEUE_PROPERTIES, CL_QUEUE_PROFILING_ENABLE, CL_QUEUE_MODEL_TIME_QUADCL, CL_TRUE});
  const Answer instructions = ask(event, CL_PROFILING_COMMAND_QPU_INSTRUCTIONS_QUADCL);
  const Answer cycles = ask(event, CL_PROFILING_COMMAND_QPU_CYCLES_QUADCL);
  const Answer nanoseconds = ask(event, CL_PROFILING_COMMAND_QPU_NANOSECONDS_QUADCL);
  if (!on_qpu()) {
    CHECK(instructions.error == CL_PROFILING_INFO_NOT_AVAILABLE);
    CHECK(cycles.error == CL_PROFILING_INFO_NOT_AVAILABLE);
    return;
  }
  REQUIRE(instructions.error == CL_SUCCESS);
  REQUIRE(cycles.error == CL_SUCCESS);
  REQUIRE(nanoseconds.error == CL_SUCCESS);
  // A QPU issues one instruction in 4 clocks, and there are at most 12.
  CHECK(cycles.value * 12 >= instructions.value * 4);
  const double mhz = machine().device.getInfo<CL_DEVICE_MAX_CLOCK_FREQUENCY>();
  CHECK(std::fabs(static_cast<double>(nanoseconds.value) - static_cast<double>(cycles.value) * 1e3 / mhz) <=
        1e3 / mhz + 1);
}

TEST_CASE("profiling: packing takes time where operands are packed, and is known where nothing is") {
  auto& m = machine();
  cl_int error = CL_SUCCESS;
  const cl::CommandQueue queue(make_queue({CL_QUEUE_PROPERTIES, CL_QUEUE_PROFILING_ENABLE}, error));
  REQUIRE(error == CL_SUCCESS);
  const cl_uint k = GENERATE(1u, 40u);  // an outer product, and one by tiles
  const cl_uint m_rows = 20, n = 400;
  const cl::Buffer a = m.upload(std::vector<float>(m_rows * k)), b = m.upload(std::vector<float>(n * k)),
                   c = m.upload(std::vector<float>(m_rows * n));
  cl::Kernel kernel = m.kernel("sgemm");
  cl_uint i = 0;
  for (const cl_uint value : {0u, 1u, m_rows, n, k}) kernel.setArg(i++, value);
  kernel.setArg(i++, 1.0f);
  kernel.setArg(i++, a), kernel.setArg(i++, k);
  kernel.setArg(i++, b), kernel.setArg(i++, k);
  kernel.setArg(i++, 0.0f);
  kernel.setArg(i++, c), kernel.setArg(i++, n);
  cl::Event event;
  queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(n, m_rows), cl::NullRange, nullptr, &event);
  event.wait();
  const Answer packing = ask(event, CL_PROFILING_COMMAND_PACKING_NANOSECONDS_QUADCL);
  const Answer of_transpose = ask(transpose_on({CL_QUEUE_PROPERTIES, CL_QUEUE_PROFILING_ENABLE}),
                                  CL_PROFILING_COMMAND_PACKING_NANOSECONDS_QUADCL);
  if (!on_qpu()) {
    CHECK(packing.error == CL_PROFILING_INFO_NOT_AVAILABLE);
    CHECK(of_transpose.error == CL_PROFILING_INFO_NOT_AVAILABLE);
    return;
  }
  REQUIRE(packing.error == CL_SUCCESS);
  CHECK(packing.value > 0);
  REQUIRE(of_transpose.error == CL_SUCCESS);
  CHECK(of_transpose.value == 0);
}

TEST_CASE("profiling: without asking, time is not modelled, but instructions are counted") {
  const auto event = transpose_on({CL_QUEUE_PROPERTIES, CL_QUEUE_PROFILING_ENABLE});
  CHECK(ask(event, CL_PROFILING_COMMAND_QPU_CYCLES_QUADCL).error == CL_PROFILING_INFO_NOT_AVAILABLE);
  CHECK(ask(event, CL_PROFILING_COMMAND_QPU_NANOSECONDS_QUADCL).error == CL_PROFILING_INFO_NOT_AVAILABLE);
  CHECK(ask(event, CL_PROFILING_COMMAND_QPU_INSTRUCTIONS_QUADCL).error ==
        (on_qpu() ? CL_SUCCESS : CL_PROFILING_INFO_NOT_AVAILABLE));
}

TEST_CASE("profiling: without CL_QUEUE_PROFILING_ENABLE nothing is available") {
  const auto event = transpose_on({CL_QUEUE_MODEL_TIME_QUADCL, CL_TRUE});
  CHECK(ask(event, CL_PROFILING_COMMAND_QPU_INSTRUCTIONS_QUADCL).error == CL_PROFILING_INFO_NOT_AVAILABLE);
  CHECK(ask(event, CL_PROFILING_COMMAND_QPU_CYCLES_QUADCL).error == CL_PROFILING_INFO_NOT_AVAILABLE);
}

TEST_CASE("profiling: a value that is no cl_bool is refused") {
  cl_int error = CL_SUCCESS;
  CHECK(make_queue({CL_QUEUE_MODEL_TIME_QUADCL, 2}, error) == nullptr);
  CHECK(error == CL_INVALID_VALUE);
}
