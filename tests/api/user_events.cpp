// SPDX-License-Identifier: Apache-2.0
// clCreateUserEvent, clSetUserEventStatus
#include "bad_handles.h"
#include "fixture.h"

using namespace api;

namespace {

Event make_user_event(cl_context context) {
  return made([&](cl_int* error) { return clCreateUserEvent(context, error); });
}

}  // namespace

TEST_CASE("clCreateUserEvent: starts as CL_SUBMITTED, of no queue") {
  const Context context = make_context();
  const Event event = make_user_event(context);
  CHECK(event_status(event) == CL_SUBMITTED);
  CHECK(info<cl_command_type>(query(clGetEventInfo, event.get(), CL_EVENT_COMMAND_TYPE)) == CL_COMMAND_USER);
  CHECK(info<cl_command_queue>(query(clGetEventInfo, event.get(), CL_EVENT_COMMAND_QUEUE)) == nullptr);
  CHECK(info<cl_context>(query(clGetEventInfo, event.get(), CL_EVENT_CONTEXT)) == context.get());
}

TEST_CASE("clCreateUserEvent: errcode_ret may be NULL") {
  const Context context = make_context();
  const Event event(clCreateUserEvent(context, nullptr));
  CHECK(event.get() != nullptr);
}

TEST_CASE("clCreateUserEvent: CL_INVALID_CONTEXT if context is not a context") {
  check_bad_handles<cl_context>(CL_INVALID_CONTEXT, [](cl_context bad) {
    return error_of([&](cl_int* error) { return clCreateUserEvent(bad, error); });
  });
}

TEST_CASE("clSetUserEventStatus: sets the status that clGetEventInfo returns") {
  const Context context = make_context();
  const Event event = make_user_event(context);
  const cl_int status = GENERATE(CL_COMPLETE, -1, CL_OUT_OF_RESOURCES, -123456);
  REQUIRE(clSetUserEventStatus(event, status) == CL_SUCCESS);
  CHECK(event_status(event) == status);
}

TEST_CASE("clSetUserEventStatus: CL_INVALID_VALUE if the status is positive") {
  const Context context = make_context();
  const Event event = make_user_event(context);
  const cl_int status = GENERATE(CL_RUNNING, CL_SUBMITTED, CL_QUEUED, 4);
  CHECK(clSetUserEventStatus(event, status) == CL_INVALID_VALUE);
  CHECK(event_status(event) == CL_SUBMITTED);
}

TEST_CASE("clSetUserEventStatus: CL_INVALID_OPERATION if the status was set before") {
  const Context context = make_context();
  const Event event = make_user_event(context);
  const cl_int first = GENERATE(CL_COMPLETE, -5), second = GENERATE(CL_COMPLETE, -6);
  REQUIRE(clSetUserEventStatus(event, first) == CL_SUCCESS);
  CHECK(clSetUserEventStatus(event, second) == CL_INVALID_OPERATION);
  CHECK(event_status(event) == first);
}

TEST_CASE("clSetUserEventStatus: CL_INVALID_EVENT if event is not a user event") {
  const Setup setup;
  Event marker;
  REQUIRE(clEnqueueMarkerWithWaitList(setup.queue, 0, nullptr, marker.out()) == CL_SUCCESS);
  CHECK(clSetUserEventStatus(marker, CL_COMPLETE) == CL_INVALID_EVENT);
  CHECK(clFinish(setup.queue) == CL_SUCCESS);
  check_bad_handles<cl_event>(CL_INVALID_EVENT,
                              [](cl_event bad) { return clSetUserEventStatus(bad, CL_COMPLETE); });
}
