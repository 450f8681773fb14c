// SPDX-License-Identifier: Apache-2.0
// clFlush, clFinish
#include "bad_handles.h"
#include "fixture.h"

using namespace api;

namespace {

void CL_CALLBACK note_status(cl_event, cl_int status, void* mailbox) {
  static_cast<Mailbox<cl_int>*>(mailbox)->put(status);
}

}  // namespace

TEST_CASE("clFlush: commands complete without any other call") {
  const Setup setup;
  const Buffer buffer = make_buffer(setup.context, 64);
  Mailbox<cl_int> mailbox;
  Event event;
  const cl_uint pattern = 7;
  REQUIRE(clEnqueueFillBuffer(setup.queue, buffer, &pattern, sizeof pattern, 0, 64, 0, nullptr,
                              event.out()) == CL_SUCCESS);
  REQUIRE(clSetEventCallback(event, CL_COMPLETE, note_status, &mailbox) == CL_SUCCESS);
  REQUIRE(clFlush(setup.queue) == CL_SUCCESS);
  CHECK(mailbox.await(1) == std::vector<cl_int>{CL_COMPLETE});
}

TEST_CASE("clFinish: all commands of the queue are complete when it returns") {
  const Context context = make_context();
  const Queue queue = make_queue(
      context, GENERATE(as<cl_command_queue_properties>(), 0, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE));
  const Buffer buffer = make_buffer(context, 1 << 16);
  std::vector<Event> events(8);
  // Each writes its own part: writing the same bytes at the same time is undefined (OpenCL 3.0 API, appendix
  // A.1).
  const std::size_t part = (1 << 16) / events.size();
  for (std::size_t i = 0; i < events.size(); ++i) {
    const cl_uint pattern = 7;
    REQUIRE(clEnqueueFillBuffer(queue, buffer, &pattern, sizeof pattern, i * part, part, 0, nullptr,
                                events[i].out()) == CL_SUCCESS);
  }
  REQUIRE(clFinish(queue) == CL_SUCCESS);
  for (const auto& event : events) CHECK(event_status(event) == CL_COMPLETE);
}

TEST_CASE("clFlush, clFinish: succeed on an empty queue") {
  const Setup setup;
  CHECK(clFlush(setup.queue) == CL_SUCCESS);
  CHECK(clFinish(setup.queue) == CL_SUCCESS);
}

TEST_CASE("clFlush: CL_INVALID_COMMAND_QUEUE if command_queue is not a queue") {
  check_bad_handles<cl_command_queue>(CL_INVALID_COMMAND_QUEUE, clFlush);
}

TEST_CASE("clFinish: CL_INVALID_COMMAND_QUEUE if command_queue is not a queue") {
  check_bad_handles<cl_command_queue>(CL_INVALID_COMMAND_QUEUE, clFinish);
}
