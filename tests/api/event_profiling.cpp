// SPDX-License-Identifier: Apache-2.0
// clGetEventProfilingInfo
#include <algorithm>

#include "bad_handles.h"
#include "commands.h"

using namespace api;

namespace {

constexpr cl_profiling_info kTimes[]{CL_PROFILING_COMMAND_QUEUED, CL_PROFILING_COMMAND_SUBMIT,
                                     CL_PROFILING_COMMAND_START, CL_PROFILING_COMMAND_END,
                                     CL_PROFILING_COMMAND_COMPLETE};

cl_ulong time_of(cl_event event, cl_profiling_info param) {
  return info<cl_ulong>(query(clGetEventProfilingInfo, event, param));
}

cl_int profiling_error(cl_event event) {
  cl_ulong time = 0;
  return clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof time, &time, nullptr);
}

}  // namespace

TEST_CASE("clGetEventProfilingInfo: every parameter follows the size rules") {
  const InfoRow rows[]{
      INFO_VALUE(CL_PROFILING_COMMAND_QUEUED, cl_ulong),   INFO_VALUE(CL_PROFILING_COMMAND_SUBMIT, cl_ulong),
      INFO_VALUE(CL_PROFILING_COMMAND_START, cl_ulong),    INFO_VALUE(CL_PROFILING_COMMAND_END, cl_ulong),
      INFO_VALUE(CL_PROFILING_COMMAND_COMPLETE, cl_ulong),
  };
  const Context context = make_context();
  const Queue queue = make_queue(context, CL_QUEUE_PROFILING_ENABLE);
  Event event;
  REQUIRE(clEnqueueMarkerWithWaitList(queue, 0, nullptr, event.out()) == CL_SUCCESS);
  REQUIRE(clFinish(queue) == CL_SUCCESS);
  check_rows(rows, [&](cl_uint param) { return query(clGetEventProfilingInfo, event.get(), param); });
}

TEST_CASE("clGetEventProfilingInfo: the times of every command are in order, COMPLETE is END") {
  const Context context = make_context();
  const Queue queue = make_queue(context, CL_QUEUE_PROFILING_ENABLE);
  const CommandBench bench(context);
  for (const Command& command : bench.commands()) {
    INFO(command.name);
    Event event;
    REQUIRE(command.enqueue(queue, 0, nullptr, event.out()) == CL_SUCCESS);
    REQUIRE(clWaitForEvents(1, event.list()) == CL_SUCCESS);
    std::vector<cl_ulong> times;
    for (const auto param : kTimes) times.push_back(time_of(event, param));
    CHECK(std::is_sorted(times.begin(), times.end()));
    CHECK(times.front() > 0);
    CHECK(times[3] == times[4]);  // without device-side enqueue (appendix H)
  }
}

TEST_CASE("clGetEventProfilingInfo: in an in-order queue a command starts after the one before it ended") {
  const Context context = make_context();
  const Queue queue = make_queue(context, CL_QUEUE_PROFILING_ENABLE);
  const Buffer buffer = make_buffer(context, 1 << 16);
  Event first, second;
  for (Event* event : {&first, &second}) {
    REQUIRE(clEnqueueFillBuffer(queue, buffer, "\x5a", 1, 0, 1 << 16, 0, nullptr, event->out()) ==
            CL_SUCCESS);
  }
  REQUIRE(clFinish(queue) == CL_SUCCESS);
  CHECK(time_of(first, CL_PROFILING_COMMAND_END) <= time_of(second, CL_PROFILING_COMMAND_START));
  CHECK(time_of(first, CL_PROFILING_COMMAND_QUEUED) <= time_of(second, CL_PROFILING_COMMAND_QUEUED));
}

TEST_CASE("clGetEventProfilingInfo: CL_PROFILING_INFO_NOT_AVAILABLE without profiling") {
  const Setup setup;
  Event event;
  REQUIRE(clEnqueueMarkerWithWaitList(setup.queue, 0, nullptr, event.out()) == CL_SUCCESS);
  REQUIRE(clFinish(setup.queue) == CL_SUCCESS);
  CHECK(profiling_error(event) == CL_PROFILING_INFO_NOT_AVAILABLE);
}

TEST_CASE("clGetEventProfilingInfo: CL_PROFILING_INFO_NOT_AVAILABLE before the command is complete") {
  const Context context = make_context();
  const Queue queue = make_queue(context, CL_QUEUE_PROFILING_ENABLE);
  Gate gate(context);
  Event event;
  REQUIRE(clEnqueueMarkerWithWaitList(queue, 1, gate.list(), event.out()) == CL_SUCCESS);
  CHECK(profiling_error(event) == CL_PROFILING_INFO_NOT_AVAILABLE);
  gate.open();
  REQUIRE(clFinish(queue) == CL_SUCCESS);
  CHECK(profiling_error(event) == CL_SUCCESS);
}

TEST_CASE("clGetEventProfilingInfo: CL_PROFILING_INFO_NOT_AVAILABLE if the command failed") {
  const Context context = make_context();
  const Queue queue = make_queue(context, CL_QUEUE_PROFILING_ENABLE);
  Gate gate(context);
  Event event;
  REQUIRE(clEnqueueMarkerWithWaitList(queue, 1, gate.list(), event.out()) == CL_SUCCESS);
  gate.fail(-3);
  REQUIRE(clWaitForEvents(1, event.list()) == CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  CHECK(profiling_error(event) == CL_PROFILING_INFO_NOT_AVAILABLE);
}

TEST_CASE("clGetEventProfilingInfo: CL_PROFILING_INFO_NOT_AVAILABLE for a user event") {
  const Context context = make_context();
  Gate gate(context);
  gate.open();
  CHECK(profiling_error(gate.event()) == CL_PROFILING_INFO_NOT_AVAILABLE);
}

TEST_CASE("clGetEventProfilingInfo: CL_INVALID_VALUE if param_name is not supported") {
  const Context context = make_context();
  const Queue queue = make_queue(context, CL_QUEUE_PROFILING_ENABLE);
  Event event;
  REQUIRE(clEnqueueMarkerWithWaitList(queue, 0, nullptr, event.out()) == CL_SUCCESS);
  REQUIRE(clFinish(queue) == CL_SUCCESS);
  CHECK(clGetEventProfilingInfo(event, CL_EVENT_CONTEXT, 0, nullptr, nullptr) == CL_INVALID_VALUE);
}

TEST_CASE("clGetEventProfilingInfo: CL_INVALID_EVENT if event is not an event") {
  check_bad_handles<cl_event>(CL_INVALID_EVENT, profiling_error);
}
