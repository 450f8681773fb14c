// SPDX-License-Identifier: Apache-2.0
// Callbacks that release objects, enqueue commands, or race with registration.
#include <atomic>

#include "crowd.h"
#include "kernels.h"

using namespace api;

namespace {

/// All objects of one command, released by the command's own callback.
struct LastOwner {
  Context context;
  Queue queue;
  Buffer buffer;
  Event event;
  Mailbox<cl_int>* mailbox = nullptr;
};

void CL_CALLBACK release_all(cl_event, cl_int status, void* data) {
  std::unique_ptr<LastOwner> owner(static_cast<LastOwner*>(data));
  Mailbox<cl_int>& mailbox = *owner->mailbox;
  owner.reset();
  mailbox.put(status);
}

/// A chain of commands in which each callback enqueues the next.
struct Relay {
  cl_command_queue queue;
  cl_mem buffer;
  std::atomic<cl_uint> step = 0;
  Mailbox<cl_int> mailbox;
};

constexpr cl_uint kSteps = 20;

void CL_CALLBACK enqueue_next(cl_event, cl_int status, void* data) {
  auto& relay = *static_cast<Relay*>(data);
  const cl_uint step = ++relay.step;
  if (step == kSteps || status != CL_COMPLETE) {
    relay.mailbox.put(status);
    return;
  }
  Event event;
  cl_int error =
      clEnqueueFillBuffer(relay.queue, relay.buffer, &step, sizeof step, 0, 64, 0, nullptr, event.out());
  if (error == CL_SUCCESS) error = clSetEventCallback(event, CL_COMPLETE, enqueue_next, &relay);
  if (error == CL_SUCCESS) error = clFlush(relay.queue);
  if (error != CL_SUCCESS) relay.mailbox.put(error);
}

void CL_CALLBACK note(cl_event, cl_int status, void* mailbox) {
  static_cast<Mailbox<cl_int>*>(mailbox)->put(status);
}

}  // namespace

TEST_CASE("callbacks: the last references to queue, buffer, event and context may go in a callback") {
  Mailbox<cl_int> mailbox;
  constexpr std::size_t kCount = 20;
  for (std::size_t i = 0; i < kCount; ++i) {
    auto owner = std::make_unique<LastOwner>();
    owner->context = make_context();
    owner->queue = make_queue(owner->context);
    owner->buffer = make_buffer(owner->context, 4096);
    owner->mailbox = &mailbox;
    // A local reference: the callback may release the owner's at any time.
    const cl_command_queue queue = owner->queue;
    REQUIRE(clRetainCommandQueue(queue) == CL_SUCCESS);
    const Queue own(queue);
    REQUIRE(clEnqueueFillBuffer(queue, owner->buffer, "\x5a", 1, 0, 4096, 0, nullptr, owner->event.out()) ==
            CL_SUCCESS);
    REQUIRE(clSetEventCallback(owner->event, CL_COMPLETE, release_all, owner.get()) == CL_SUCCESS);
    owner.release();
    REQUIRE(clFlush(queue) == CL_SUCCESS);
  }
  CHECK(mailbox.await(kCount) == std::vector<cl_int>(kCount, CL_COMPLETE));
}

TEST_CASE("callbacks: may enqueue, register the next callback and flush") {
  const Setup setup;
  const Buffer buffer = make_buffer(setup.context, 64);
  Relay relay{setup.queue, buffer, {}, {}};
  Event event;
  REQUIRE(clEnqueueMarkerWithWaitList(setup.queue, 0, nullptr, event.out()) == CL_SUCCESS);
  REQUIRE(clSetEventCallback(event, CL_COMPLETE, enqueue_next, &relay) == CL_SUCCESS);
  REQUIRE(clFlush(setup.queue) == CL_SUCCESS);
  REQUIRE(relay.mailbox.await(1) == std::vector<cl_int>{CL_COMPLETE});
  CHECK(read_back<cl_uint>(setup.queue, buffer, 16) == std::vector<cl_uint>(16, kSteps - 1));
}

TEST_CASE("callbacks: registered by several threads while the event completes, each is called once") {
  const Context context = make_context();
  constexpr int kThreads = 4, kEach = 50;
  for (int iteration = 0; iteration < 10; ++iteration) {
    Mailbox<cl_int> calls;
    const Queue queue = make_queue(context);
    Event marker;
    {
      Gate gate(context);
      REQUIRE(clEnqueueMarkerWithWaitList(queue, 1, gate.list(), marker.out()) == CL_SUCCESS);
      REQUIRE(clFlush(queue) == CL_SUCCESS);
      CHECK(crowd(kThreads, [&](std::size_t thread, Verdict& verdict) {
              for (int i = 0; i < kEach; ++i) {
                EXPECT(verdict, clSetEventCallback(marker, CL_COMPLETE, note, &calls) == CL_SUCCESS);
                if (thread == 0 && i == kEach / 2) gate.open();
              }
            }) == "");
    }
    CHECK(calls.await(kThreads * kEach) == std::vector<cl_int>(kThreads * kEach, CL_COMPLETE));
    REQUIRE(clFinish(queue) == CL_SUCCESS);
    CHECK(calls.now().size() == kThreads * kEach);
  }
}
