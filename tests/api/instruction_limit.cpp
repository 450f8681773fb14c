// SPDX-License-Identifier: Apache-2.0
// Runs with QUADCL_QPU_INSTRUCTION_LIMIT=1000 on the QPU device: only the stopped launch fails.
#include <cstdio>

#include "kernels.h"
#include "messages.h"

using namespace api;

namespace {

struct Bench : NotedContext {
  Queue queue = make_queue(context);
  Program program = make_program(context);

  /// A product beyond the limit on every QPU: 128 steps over k of 67 instructions for each tile.
  Event product() {
    constexpr cl_uint kSize = 128;
    const std::vector<float> ones(kSize * kSize, 1.0F);
    factor = make_filled(context, ones);
    result = make_filled(context, ones);
    const Kernel kernel = make_kernel(program, "sgemm");
    set_product(kernel, kSize, kSize, kSize, factor, factor, result);
    return launch(queue, kernel, kSize, kSize);
  }

  Buffer factor, result;
};

}  // namespace

TEST_CASE(
    "instruction limit: a launch that runs too long ends with an error, and the context is told where") {
  Bench bench;
  const Event event = bench.product();
  CHECK(clWaitForEvents(1, event.list()) == CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  CHECK(event_status(event) < 0);
  const auto messages = bench.messages.await(1);
  REQUIRE(messages.size() == 1);
  INFO(messages[0]);
  unsigned qpu = 99, address = 0;
  CHECK_THAT(messages[0], Catch::Contains("sgemm"));
  const auto place = messages[0].find("QPU ");
  REQUIRE(place != std::string::npos);
  REQUIRE(std::sscanf(messages[0].c_str() + place, "QPU %u at 0x%x", &qpu, &address) == 2);
  CHECK(qpu < 12);
  CHECK(address != 0);
}

TEST_CASE("instruction limit: the next launch, on the same queue or another, works") {
  Bench bench;
  const Event event = bench.product();
  const Setup other;
  const Program program = make_program(other.context);
  const Transposition beside(other.context, program, 4, 4);
  beside.launch(other.queue);
  CHECK(clWaitForEvents(1, event.list()) == CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  const Transposition after(bench.context, bench.program, 4, 4);
  after.launch(bench.queue);
  CHECK(after.result(bench.queue) == after.expected());
  CHECK(beside.result(other.queue) == beside.expected());
  CHECK(bench.messages.await(1).size() == 1);
}
