// SPDX-License-Identifier: Apache-2.0
// In-order and out-of-order execution, and dependencies between queues (OpenCL 3.0 API, section 3.2.1).
#include <atomic>

#include "fixture.h"

using namespace api;

namespace {

constexpr std::size_t kSize = 4096;

cl_int fill(cl_command_queue queue, cl_mem buffer, unsigned char value, const std::vector<cl_event>& list,
            cl_event* event) {
  return clEnqueueFillBuffer(queue, buffer, &value, 1, 0, kSize, static_cast<cl_uint>(list.size()),
                             list.empty() ? nullptr : list.data(), event);
}

struct Turns {
  static constexpr int kChain = 64;

  std::atomic<bool> all_enqueued = false;
  std::atomic<int> links_done = 0;
  int links_before_other = -1;
};

/// The arguments that `enqueue` passes on.
Turns& turns_of(void* arguments) { return **static_cast<Turns**>(arguments); }

void CL_CALLBACK run_link(void* arguments) {
  Turns& turns = turns_of(arguments);
  turns.all_enqueued.wait(false);
  ++turns.links_done;
}

void CL_CALLBACK run_other(void* arguments) {
  Turns& turns = turns_of(arguments);
  turns.links_before_other = turns.links_done;
}

void enqueue(cl_command_queue queue, void(CL_CALLBACK* function)(void*), Turns* turns) {
  REQUIRE(clEnqueueNativeKernel(queue, function, &turns, sizeof turns, 0, nullptr, nullptr, 0, nullptr,
                                nullptr) == CL_SUCCESS);
}

}  // namespace

TEST_CASE("in-order queue: a command does not start before the one enqueued before it is complete") {
  const Setup setup;
  const Buffer buffer = make_buffer(setup.context, kSize);
  Gate gate(setup.context);
  Event first, second;
  REQUIRE(fill(setup.queue, buffer, 1, {gate.event()}, first.out()) == CL_SUCCESS);
  REQUIRE(fill(setup.queue, buffer, 2, {}, second.out()) == CL_SUCCESS);
  REQUIRE(clFlush(setup.queue) == CL_SUCCESS);
  // Work on another queue gives this one time for a mistake.
  CHECK(read_back(make_queue(setup.context), make_filled(setup.context, counting_bytes(8)), 8) ==
        counting_bytes(8));
  CHECK(event_status(second) >= CL_SUBMITTED);
  gate.open();
  CHECK(read_back(setup.queue, buffer, kSize) == std::vector<unsigned char>(kSize, 2));
  CHECK(event_status(first) == CL_COMPLETE);
}

TEST_CASE("in-order queue: the last of many writes wins") {
  const Setup setup;
  const Buffer buffer = make_buffer(setup.context, kSize);
  for (unsigned i = 0; i < 200; ++i)
    REQUIRE(fill(setup.queue, buffer, static_cast<unsigned char>(i), {}, nullptr) == CL_SUCCESS);
  CHECK(read_back(setup.queue, buffer, kSize) == std::vector<unsigned char>(kSize, 199));
}

TEST_CASE("out-of-order queue: a command that waits does not hold back the next", "[quadcl]") {
  const Context context = make_context();
  const Queue queue = make_queue(context, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  const Buffer buffer = make_buffer(context, kSize), other = make_buffer(context, kSize);
  Gate gate(context);
  Event first, second;
  REQUIRE(fill(queue, buffer, 1, {gate.event()}, first.out()) == CL_SUCCESS);
  REQUIRE(fill(queue, other, 2, {}, second.out()) == CL_SUCCESS);
  CHECK(clWaitForEvents(1, second.list()) == CL_SUCCESS);
  CHECK(event_status(first) >= CL_SUBMITTED);
  gate.open();
  CHECK(clFinish(queue) == CL_SUCCESS);
  CHECK(event_status(first) == CL_COMPLETE);
}

TEST_CASE("out-of-order queue: wait lists order a long chain") {
  const Context context = make_context();
  const Queue queue = make_queue(context, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  const Buffer buffer = make_buffer(context, kSize);
  Gate gate(context);
  std::vector<Event> events(100);
  for (std::size_t i = 0; i < events.size(); ++i) {
    REQUIRE(fill(queue, buffer, static_cast<unsigned char>(i), {i == 0 ? gate.event() : events[i - 1].get()},
                 events[i].out()) == CL_SUCCESS);
  }
  gate.open();
  REQUIRE(clFinish(queue) == CL_SUCCESS);
  CHECK(read_back(queue, buffer, kSize) == std::vector<unsigned char>(kSize, 99));
}

TEST_CASE("wait lists order commands of different queues and devices") {
  const Context context = make_context(all_devices());
  std::vector<Queue> queues;
  for (cl_device_id id : all_devices()) queues.push_back(make_queue(context, 0, id));
  queues.push_back(make_queue(context, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE));
  const Buffer buffer = make_buffer(context, kSize);
  std::vector<Event> events(30);
  for (std::size_t i = 0; i < events.size(); ++i) {
    const auto list = i == 0 ? std::vector<cl_event>{} : std::vector<cl_event>{events[i - 1]};
    REQUIRE(fill(queues[i % queues.size()], buffer, static_cast<unsigned char>(i), list, events[i].out()) ==
            CL_SUCCESS);
    REQUIRE(clFlush(queues[i % queues.size()]) == CL_SUCCESS);
  }
  REQUIRE(clWaitForEvents(1, events.back().list()) == CL_SUCCESS);
  CHECK(read_back(queues[0], buffer, kSize) == std::vector<unsigned char>(kSize, 29));
}

TEST_CASE("a failed event ends every command of the chain behind it") {
  const Context context = make_context(all_devices());
  Gate gate(context);
  std::vector<Event> events(4);
  std::vector<Queue> queues;
  for (std::size_t i = 0; i < events.size(); ++i) {
    queues.push_back(make_queue(context, 0, all_devices()[i % all_devices().size()]));
    const cl_event before = i == 0 ? gate.event() : events[i - 1].get();
    REQUIRE(clEnqueueMarkerWithWaitList(queues.back(), 1, &before, events[i].out()) == CL_SUCCESS);
    REQUIRE(clFlush(queues.back()) == CL_SUCCESS);
  }
  gate.fail(-8);
  for (const auto& event : events) {
    CHECK(clWaitForEvents(1, event.list()) == CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    CHECK(event_status(event) < 0);
  }
}

TEST_CASE("a failed event leaves the queue usable", "[quadcl]") {
  const Setup setup;
  const auto bytes = counting_bytes(kSize);
  const Buffer buffer = make_filled(setup.context, bytes);
  Gate gate(setup.context);
  REQUIRE(fill(setup.queue, buffer, 1, {gate.event()}, nullptr) == CL_SUCCESS);
  gate.fail(-8);
  CHECK(clFinish(setup.queue) == CL_SUCCESS);
  CHECK(read_back(setup.queue, buffer, kSize) == bytes);
}

TEST_CASE("a command has its turn before the long chains of other queues end", "[quadcl]") {
  const Context context = make_context();
  // One chain for each thread for this kind of command.
  const Queue chains[]{make_queue(context), make_queue(context)};
  const Queue other = make_queue(context);
  Turns turns;
  for (const Queue& chain : chains)
    for (int i = 0; i < Turns::kChain; ++i) enqueue(chain, run_link, &turns);
  enqueue(other, run_other, &turns);
  turns.all_enqueued = true;
  turns.all_enqueued.notify_all();
  for (const Queue& chain : chains) REQUIRE(clFinish(chain) == CL_SUCCESS);
  REQUIRE(clFinish(other) == CL_SUCCESS);
  CHECK(turns.links_before_other >= 0);
  CHECK(turns.links_before_other < Turns::kChain);
}
