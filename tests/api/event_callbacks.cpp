// SPDX-License-Identifier: Apache-2.0
// clSetEventCallback
#include "bad_handles.h"
#include "fixture.h"

using namespace api;

namespace {

struct Call {
  cl_event event;
  cl_int status;
};

void CL_CALLBACK note(cl_event event, cl_int status, void* mailbox) {
  static_cast<Mailbox<Call>*>(mailbox)->put({event, status});
}

/// A callback may query its event.
void CL_CALLBACK note_type(cl_event event, cl_int, void* mailbox) {
  cl_command_type type = 0;
  clGetEventInfo(event, CL_EVENT_COMMAND_TYPE, sizeof type, &type, nullptr);
  static_cast<Mailbox<cl_command_type>*>(mailbox)->put(type);
}

/// A marker that waits for the gate.
Event gated_marker(cl_command_queue queue, const Gate& gate) {
  Event event;
  REQUIRE(clEnqueueMarkerWithWaitList(queue, 1, gate.list(), event.out()) == CL_SUCCESS);
  REQUIRE(clFlush(queue) == CL_SUCCESS);
  return event;
}

}  // namespace

TEST_CASE("clSetEventCallback: is called once with the status it was registered for") {
  const Setup setup;
  Gate gate(setup.context);
  const Event event = gated_marker(setup.queue, gate);
  const cl_int status = GENERATE(CL_SUBMITTED, CL_RUNNING, CL_COMPLETE);
  Mailbox<Call> mailbox;
  REQUIRE(clSetEventCallback(event, status, note, &mailbox) == CL_SUCCESS);
  if (status != CL_SUBMITTED) CHECK(mailbox.now().empty());
  gate.open();
  const auto calls = mailbox.await(1);
  REQUIRE(calls.size() == 1);
  CHECK(calls[0].event == event.get());
  CHECK(calls[0].status == status);
  CHECK(clFinish(setup.queue) == CL_SUCCESS);
  CHECK(mailbox.now().size() == 1);
}

TEST_CASE("clSetEventCallback: several callbacks of one event are all called") {
  const Setup setup;
  Gate gate(setup.context);
  const Event event = gated_marker(setup.queue, gate);
  Mailbox<Call> mailbox;
  for (int i = 0; i < 5; ++i) REQUIRE(clSetEventCallback(event, CL_COMPLETE, note, &mailbox) == CL_SUCCESS);
  gate.open();
  CHECK(mailbox.await(5).size() == 5);
}

TEST_CASE("clSetEventCallback: is called for an event that is complete already") {
  const Context context = make_context();
  Gate gate(context);
  gate.open();
  Mailbox<Call> mailbox;
  REQUIRE(clSetEventCallback(gate.event(), CL_COMPLETE, note, &mailbox) == CL_SUCCESS);
  const auto calls = mailbox.await(1);
  REQUIRE(calls.size() == 1);
  CHECK(calls[0].status == CL_COMPLETE);
}

TEST_CASE("clSetEventCallback: CL_COMPLETE callbacks of a failed event get its error") {
  const Setup setup;
  Gate gate(setup.context);
  const Event marker = gated_marker(setup.queue, gate);
  Mailbox<Call> of_user, of_marker;
  REQUIRE(clSetEventCallback(gate.event(), CL_COMPLETE, note, &of_user) == CL_SUCCESS);
  REQUIRE(clSetEventCallback(marker, CL_COMPLETE, note, &of_marker) == CL_SUCCESS);
  gate.fail(-42);
  const auto user_calls = of_user.await(1), marker_calls = of_marker.await(1);
  REQUIRE(user_calls.size() == 1);
  CHECK(user_calls[0].status == -42);
  REQUIRE(marker_calls.size() == 1);
  CHECK(marker_calls[0].status < 0);
}

TEST_CASE("clSetEventCallback: is called, with a valid event, although the event was released") {
  const Setup setup;
  Gate gate(setup.context);
  Event event = gated_marker(setup.queue, gate);
  Mailbox<cl_command_type> mailbox;
  REQUIRE(clSetEventCallback(event, CL_COMPLETE, note_type, &mailbox) == CL_SUCCESS);
  event.reset();
  gate.open();
  CHECK(mailbox.await(1) == std::vector<cl_command_type>{CL_COMMAND_MARKER});
}

TEST_CASE("clSetEventCallback: CL_INVALID_VALUE if pfn_notify is NULL or the status is not one of three") {
  const Context context = make_context();
  const Gate gate(context);
  Mailbox<Call> mailbox;
  CHECK(clSetEventCallback(gate.event(), CL_COMPLETE, nullptr, nullptr) == CL_INVALID_VALUE);
  for (const cl_int status : {CL_QUEUED, -1, 17}) {
    INFO("status " << status);
    CHECK(clSetEventCallback(gate.event(), status, note, &mailbox) == CL_INVALID_VALUE);
  }
}

TEST_CASE("clSetEventCallback: CL_INVALID_EVENT if event is not an event") {
  Mailbox<Call> mailbox;
  check_bad_handles<cl_event>(
      CL_INVALID_EVENT, [&](cl_event bad) { return clSetEventCallback(bad, CL_COMPLETE, note, &mailbox); });
}
