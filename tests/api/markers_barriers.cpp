// SPDX-License-Identifier: Apache-2.0
// clEnqueueMarkerWithWaitList, clEnqueueBarrierWithWaitList and the older clEnqueueMarker, clEnqueueBarrier,
// clEnqueueWaitForEvents, on an out-of-order queue, where they matter.
#include "bad_handles.h"
#include "fixture.h"

using namespace api;

namespace {

struct OutOfOrder {
  Context context = make_context();
  Queue queue = make_queue(context, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  Buffer buffer = make_buffer(context, 64);

  Event fill(const std::vector<cl_event>& list = {}) const {
    Event event;
    REQUIRE(clEnqueueFillBuffer(queue, buffer, "\x5a", 1, 0, 64, static_cast<cl_uint>(list.size()),
                                list.empty() ? nullptr : list.data(), event.out()) == CL_SUCCESS);
    return event;
  }
};

}  // namespace

TEST_CASE("clEnqueueMarkerWithWaitList, clEnqueueMarker: without a list wait for all commands before") {
  const OutOfOrder bench;
  Gate gate(bench.context);
  const Event before = bench.fill({gate.event()});
  Event marker;
  if (GENERATE(true, false)) {
    REQUIRE(clEnqueueMarkerWithWaitList(bench.queue, 0, nullptr, marker.out()) == CL_SUCCESS);
  } else {
    REQUIRE(clEnqueueMarker(bench.queue, marker.out()) == CL_SUCCESS);
  }
  REQUIRE(clFlush(bench.queue) == CL_SUCCESS);
  CHECK(event_status(marker) > CL_COMPLETE);
  gate.open();
  REQUIRE(clWaitForEvents(1, marker.list()) == CL_SUCCESS);
  CHECK(event_status(before) == CL_COMPLETE);
}

TEST_CASE("clEnqueueMarkerWithWaitList: with a list waits for nothing else", "[quadcl]") {
  const OutOfOrder bench;
  Gate gate(bench.context), listed(bench.context);
  const Event before = bench.fill({gate.event()});
  Event marker;
  REQUIRE(clEnqueueMarkerWithWaitList(bench.queue, 1, listed.list(), marker.out()) == CL_SUCCESS);
  listed.open();
  REQUIRE(clWaitForEvents(1, marker.list()) == CL_SUCCESS);
  CHECK(event_status(before) >= CL_SUBMITTED);
}

TEST_CASE("clEnqueueMarkerWithWaitList: does not hold back the commands after it", "[quadcl]") {
  const OutOfOrder bench;
  const Gate gate(bench.context);
  Event marker;
  REQUIRE(clEnqueueMarkerWithWaitList(bench.queue, 1, gate.list(), marker.out()) == CL_SUCCESS);
  const Event after = bench.fill();
  CHECK(clWaitForEvents(1, after.list()) == CL_SUCCESS);
  CHECK(event_status(marker) >= CL_SUBMITTED);
}

TEST_CASE("clEnqueueBarrierWithWaitList, clEnqueueWaitForEvents: hold back the commands after them") {
  const OutOfOrder bench;
  Gate gate(bench.context);
  if (GENERATE(true, false)) {
    REQUIRE(clEnqueueBarrierWithWaitList(bench.queue, 1, gate.list(), nullptr) == CL_SUCCESS);
  } else {
    REQUIRE(clEnqueueWaitForEvents(bench.queue, 1, gate.list()) == CL_SUCCESS);
  }
  const Event after = bench.fill();
  REQUIRE(clFlush(bench.queue) == CL_SUCCESS);
  // Another queue of the same device does not wait; its work gives this queue time for a mistake.
  CHECK(read_back(make_queue(bench.context), make_filled(bench.context, counting_bytes(8)), 8) ==
        counting_bytes(8));
  CHECK(event_status(after) >= CL_SUBMITTED);
  gate.open();
  CHECK(clWaitForEvents(1, after.list()) == CL_SUCCESS);
}

TEST_CASE("clEnqueueBarrierWithWaitList, clEnqueueBarrier: without a list wait for all commands before") {
  const OutOfOrder bench;
  Gate gate(bench.context);
  const Event before = bench.fill({gate.event()});
  if (GENERATE(true, false)) {
    REQUIRE(clEnqueueBarrierWithWaitList(bench.queue, 0, nullptr, nullptr) == CL_SUCCESS);
  } else {
    REQUIRE(clEnqueueBarrier(bench.queue) == CL_SUCCESS);
  }
  const Event after = bench.fill();
  REQUIRE(clFlush(bench.queue) == CL_SUCCESS);
  CHECK(event_status(after) >= CL_SUBMITTED);
  gate.open();
  REQUIRE(clWaitForEvents(1, after.list()) == CL_SUCCESS);
  CHECK(event_status(before) == CL_COMPLETE);
}

TEST_CASE("clEnqueueMarker: CL_INVALID_VALUE if event is NULL") {
  const OutOfOrder bench;
  CHECK(clEnqueueMarker(bench.queue, nullptr) == CL_INVALID_VALUE);
}

TEST_CASE("clEnqueueWaitForEvents: CL_INVALID_VALUE if the list is empty or NULL") {
  const OutOfOrder bench;
  const Gate gate(bench.context);
  CHECK(clEnqueueWaitForEvents(bench.queue, 0, gate.list()) == CL_INVALID_VALUE);
  CHECK(clEnqueueWaitForEvents(bench.queue, 1, nullptr) == CL_INVALID_VALUE);
}

TEST_CASE("clEnqueueWaitForEvents: CL_INVALID_CONTEXT if an event is of another context") {
  const OutOfOrder bench;
  const Context other = make_context();
  const Gate gate(other);
  CHECK(clEnqueueWaitForEvents(bench.queue, 1, gate.list()) == CL_INVALID_CONTEXT);
}

TEST_CASE(
    "clEnqueueMarker, clEnqueueBarrier, clEnqueueWaitForEvents: CL_INVALID_COMMAND_QUEUE without a queue") {
  const Context context = make_context();
  const Gate gate(context);
  check_bad_handles<cl_command_queue>(CL_INVALID_COMMAND_QUEUE, [](cl_command_queue bad) {
    Event event;
    return clEnqueueMarker(bad, event.out());
  });
  check_bad_handles<cl_command_queue>(CL_INVALID_COMMAND_QUEUE, clEnqueueBarrier);
  check_bad_handles<cl_command_queue>(CL_INVALID_COMMAND_QUEUE, [&](cl_command_queue bad) {
    return clEnqueueWaitForEvents(bad, 1, gate.list());
  });
}
