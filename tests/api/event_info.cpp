// SPDX-License-Identifier: Apache-2.0
// clGetEventInfo, clRetainEvent, clReleaseEvent. The answers for each command: enqueue_rules.cpp.
#include "bad_handles.h"
#include "fixture.h"

using namespace api;

TEST_CASE("clGetEventInfo: every parameter follows the size rules") {
  const InfoRow rows[]{
      INFO_VALUE(CL_EVENT_COMMAND_QUEUE, cl_command_queue),
      INFO_VALUE(CL_EVENT_CONTEXT, cl_context),
      INFO_VALUE(CL_EVENT_COMMAND_TYPE, cl_command_type),
      INFO_VALUE(CL_EVENT_COMMAND_EXECUTION_STATUS, cl_int),
      INFO_VALUE(CL_EVENT_REFERENCE_COUNT, cl_uint),
  };
  const Setup setup;
  Event event;
  REQUIRE(clEnqueueMarkerWithWaitList(setup.queue, 0, nullptr, event.out()) == CL_SUCCESS);
  REQUIRE(clFinish(setup.queue) == CL_SUCCESS);
  check_rows(rows, [&](cl_uint param) { return query(clGetEventInfo, event.get(), param); });
}

TEST_CASE("clGetEventInfo: CL_INVALID_VALUE if param_name is not supported") {
  const Context context = make_context();
  const Gate gate(context);
  const auto param = GENERATE(as<cl_event_info>(), 0, CL_PROFILING_COMMAND_END);
  CHECK(clGetEventInfo(gate.event(), param, 0, nullptr, nullptr) == CL_INVALID_VALUE);
}

TEST_CASE("clGetEventInfo: CL_INVALID_EVENT if event is not an event") {
  check_bad_handles<cl_event>(CL_INVALID_EVENT, [](cl_event bad) {
    return clGetEventInfo(bad, CL_EVENT_CONTEXT, 0, nullptr, nullptr);
  });
}

TEST_CASE("clRetainEvent, clReleaseEvent: count references from 1") {
  const Context context = make_context();
  const Gate gate(context);
  const auto count = query(clGetEventInfo, gate.event(), CL_EVENT_REFERENCE_COUNT);
  CHECK(info<cl_uint>(count) == 1);
  REQUIRE(clRetainEvent(gate.event()) == CL_SUCCESS);
  CHECK(info<cl_uint>(count) == 2);
  REQUIRE(clReleaseEvent(gate.event()) == CL_SUCCESS);
  CHECK(info<cl_uint>(count) == 1);
}

TEST_CASE("clReleaseEvent: a command that waits for a released event still waits for it") {
  const Setup setup;
  Event user = made([&](cl_int* error) { return clCreateUserEvent(setup.context, error); });
  Event first, second;
  const Queue other = make_queue(setup.context);
  REQUIRE(clEnqueueMarkerWithWaitList(setup.queue, 1, user.list(), first.out()) == CL_SUCCESS);
  REQUIRE(clEnqueueMarkerWithWaitList(other, 1, first.list(), second.out()) == CL_SUCCESS);
  first.reset();
  CHECK(event_status(second) >= CL_SUBMITTED);
  REQUIRE(clSetUserEventStatus(user, CL_COMPLETE) == CL_SUCCESS);
  user.reset();
  CHECK(clFlush(setup.queue) == CL_SUCCESS);
  CHECK(clWaitForEvents(1, second.list()) == CL_SUCCESS);
}

TEST_CASE("clRetainEvent, clReleaseEvent: CL_INVALID_EVENT if event is not an event") {
  check_bad_handles<cl_event>(CL_INVALID_EVENT, clRetainEvent);
  check_bad_handles<cl_event>(CL_INVALID_EVENT, clReleaseEvent);
}
