// SPDX-License-Identifier: Apache-2.0
#include "bad_handles.h"
#include "fixture.h"

using namespace api;

TEST_CASE("clWaitForEvents: all commands are complete when it returns, flushed or not, of any queue") {
  const Context context = make_context(all_devices());
  std::vector<Queue> queues;
  for (cl_device_id id : all_devices()) queues.push_back(make_queue(context, 0, id));
  const Buffer buffer = make_buffer(context, 1 << 16);
  std::vector<Event> events(2 * queues.size());
  std::vector<cl_event> list;
  for (std::size_t i = 0; i < events.size(); ++i) {
    // Each writes its own part: writing the same bytes from two queues is undefined (OpenCL 3.0 API, appendix
    // A.1).
    const std::size_t part = (1 << 16) / events.size();
    REQUIRE(clEnqueueFillBuffer(queues[i % queues.size()], buffer, "\x5a", 1, i * part, part, 0, nullptr,
                                events[i].out()) == CL_SUCCESS);
    list.push_back(events[i]);
  }
  REQUIRE(clWaitForEvents(static_cast<cl_uint>(list.size()), list.data()) == CL_SUCCESS);
  for (const auto& event : events) CHECK(event_status(event) == CL_COMPLETE);
}

TEST_CASE("clWaitForEvents: the same event may be listed twice") {
  const Context context = make_context();
  Gate gate(context);
  gate.open();
  const cl_event list[]{gate.event(), gate.event()};
  CHECK(clWaitForEvents(2, list) == CL_SUCCESS);
}

TEST_CASE("clWaitForEvents: CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST if any event failed") {
  const Context context = make_context();
  Gate good(context), bad(context);
  good.open();
  bad.fail(-9);
  const cl_event list[]{good.event(), bad.event()};
  CHECK(clWaitForEvents(2, list) == CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
}

TEST_CASE("clWaitForEvents: CL_INVALID_VALUE if num_events is 0 or event_list is NULL") {
  const Context context = make_context();
  Gate gate(context);
  gate.open();
  CHECK(clWaitForEvents(0, gate.list()) == CL_INVALID_VALUE);
  CHECK(clWaitForEvents(1, nullptr) == CL_INVALID_VALUE);
  CHECK(clWaitForEvents(0, nullptr) == CL_INVALID_VALUE);
}

TEST_CASE("clWaitForEvents: CL_INVALID_CONTEXT if events are of different contexts") {
  const Context first = make_context(), second = make_context();
  Gate near(first), far(second);
  near.open();
  far.open();
  const cl_event list[]{near.event(), far.event()};
  CHECK(clWaitForEvents(2, list) == CL_INVALID_CONTEXT);
}

TEST_CASE("clWaitForEvents: CL_INVALID_EVENT if any event is not an event") {
  const Context context = make_context();
  Gate gate(context);
  gate.open();
  check_bad_handles<cl_event>(CL_INVALID_EVENT, [&](cl_event bad) {
    const cl_event list[]{gate.event(), bad};
    return clWaitForEvents(2, list);
  });
  check_bad_handles<cl_event>(CL_INVALID_EVENT, [](cl_event bad) { return clWaitForEvents(1, &bad); });
}
