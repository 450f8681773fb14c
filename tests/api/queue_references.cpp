// SPDX-License-Identifier: Apache-2.0
// clRetainCommandQueue, clReleaseCommandQueue
#include "bad_handles.h"
#include "fixture.h"

using namespace api;

TEST_CASE("clRetainCommandQueue, clReleaseCommandQueue: count references from 1") {
  const Setup setup;
  const auto count = query(clGetCommandQueueInfo, setup.queue.get(), CL_QUEUE_REFERENCE_COUNT);
  CHECK(info<cl_uint>(count) == 1);
  REQUIRE(clRetainCommandQueue(setup.queue) == CL_SUCCESS);
  CHECK(info<cl_uint>(count) == 2);
  REQUIRE(clReleaseCommandQueue(setup.queue) == CL_SUCCESS);
  CHECK(info<cl_uint>(count) == 1);
}

TEST_CASE("clReleaseCommandQueue: flushes, and commands that wait still run") {
  Setup setup;
  Gate gate(setup.context);
  const auto bytes = counting_bytes(64);
  const Buffer buffer = make_buffer(setup.context, 64);
  Event event;
  REQUIRE(clEnqueueWriteBuffer(setup.queue, buffer, CL_FALSE, 0, 64, bytes.data(), 1, gate.list(),
                               event.out()) == CL_SUCCESS);
  setup.queue.reset();
  gate.open();
  REQUIRE(clWaitForEvents(1, event.list()) == CL_SUCCESS);
  CHECK(read_back(make_queue(setup.context), buffer, 64) == bytes);
}

TEST_CASE("clRetainCommandQueue: CL_INVALID_COMMAND_QUEUE if command_queue is not a queue") {
  check_bad_handles<cl_command_queue>(CL_INVALID_COMMAND_QUEUE, clRetainCommandQueue);
}

TEST_CASE("clReleaseCommandQueue: CL_INVALID_COMMAND_QUEUE if command_queue is not a queue") {
  check_bad_handles<cl_command_queue>(CL_INVALID_COMMAND_QUEUE, clReleaseCommandQueue);
}
