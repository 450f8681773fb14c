// SPDX-License-Identifier: Apache-2.0
// Commands from several threads, several launches in flight, and releases while they run.
#include <algorithm>
#include <random>

#include "crowd.h"
#include "kernels.h"

using namespace api;

namespace {

constexpr std::size_t kThreads = 4;
constexpr std::size_t kBlock = 4096;

cl_command_queue_properties any_order() {
  return GENERATE(as<cl_command_queue_properties>(), 0, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
}

}  // namespace

TEST_CASE("threads: all enqueue to one queue, each to its own part of one buffer") {
  const Context context = make_context();
  const Queue queue = make_queue(context, any_order());
  const Buffer buffer = make_buffer(context, kThreads * kBlock);
  CHECK(crowd(kThreads, [&](std::size_t thread, Verdict& verdict) {
          std::vector<unsigned char> host(kBlock);
          for (int i = 0; i < 50; ++i) {
            const auto value = static_cast<unsigned char>(thread * 50 + i);
            Event filled, read;
            EXPECT(verdict, clEnqueueFillBuffer(queue, buffer, &value, 1, thread * kBlock, kBlock, 0, nullptr,
                                                filled.out()) == CL_SUCCESS);
            EXPECT(verdict, clEnqueueReadBuffer(queue, buffer, CL_FALSE, thread * kBlock, kBlock, host.data(),
                                                1, filled.list(), read.out()) == CL_SUCCESS);
            EXPECT(verdict, clWaitForEvents(1, read.list()) == CL_SUCCESS);
            EXPECT(verdict, std::all_of(host.begin(), host.end(), [&](auto byte) { return byte == value; }));
          }
        }) == "");
  CHECK(clFinish(queue) == CL_SUCCESS);
}

TEST_CASE("threads: each launches a kernel of its own on one queue") {
  const Context context = make_context();
  const Queue queue = make_queue(context, any_order());
  const Program program = make_program(context);
  std::vector<std::unique_ptr<Transposition>> work;
  for (cl_uint i = 0; i < kThreads; ++i)
    work.push_back(std::make_unique<Transposition>(context, program, 20 + i, 30 - i, 10000 * i));
  CHECK(crowd(kThreads, [&](std::size_t thread, Verdict& verdict) {
          const Transposition& own = *work[thread];
          const std::size_t global[2]{own.width, own.height};
          for (int i = 0; i < 5; ++i) {
            EXPECT(verdict, clEnqueueNDRangeKernel(queue, own.kernel, 2, nullptr, global, nullptr, 0, nullptr,
                                                   nullptr) == CL_SUCCESS);
            EXPECT(verdict, clFinish(queue) == CL_SUCCESS);
          }
        }) == "");
  for (const auto& own : work) CHECK(own->result(queue) == own->expected());
}

TEST_CASE("threads: one feeds the queue, others wait for the same events") {
  const Setup setup;
  const Buffer buffer = make_buffer(setup.context, kBlock);
  Gate gate(setup.context);
  std::vector<Event> events(20);
  for (auto& event : events) {
    REQUIRE(clEnqueueFillBuffer(setup.queue, buffer, "\x5a", 1, 0, kBlock, 1, gate.list(), event.out()) ==
            CL_SUCCESS);
  }
  CHECK(crowd(kThreads, [&](std::size_t thread, Verdict& verdict) {
          if (thread == 0) gate.open();
          for (const auto& event : events) EXPECT(verdict, clWaitForEvents(1, event.list()) == CL_SUCCESS);
        }) == "");
}

TEST_CASE("three launches in flight on an out-of-order queue all give their results") {
  const Context context = make_context();
  const Queue queue = make_queue(context, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  const Program program = make_program(context);
  Gate gate(context);
  std::vector<std::unique_ptr<Transposition>> work;
  std::vector<Event> events(3);
  for (cl_uint i = 0; i < 3; ++i) {
    work.push_back(std::make_unique<Transposition>(context, program, 64, 48 + i, 10000 * i));
    const std::size_t global[2]{work[i]->width, work[i]->height};
    REQUIRE(clEnqueueNDRangeKernel(queue, work[i]->kernel, 2, nullptr, global, nullptr, 1, gate.list(),
                                   events[i].out()) == CL_SUCCESS);
  }
  REQUIRE(clFlush(queue) == CL_SUCCESS);
  gate.open();
  const cl_event list[]{events[0], events[1], events[2]};
  REQUIRE(clWaitForEvents(3, list) == CL_SUCCESS);
  for (const auto& each : work) CHECK(each->result(queue) == each->expected());
}

TEST_CASE("launches in flight in two contexts on both devices do not disturb each other") {
  struct Side {
    Context context = make_context(all_devices());
    Program program = make_program(context);
    std::vector<Queue> queues;
    std::vector<std::unique_ptr<Transposition>> work;
  };
  Side sides[2];
  for (cl_uint i = 0; i < 2; ++i) {
    for (cl_device_id id : all_devices()) {
      Side& side = sides[i];
      side.queues.push_back(make_queue(side.context, 0, id));
      side.work.push_back(std::make_unique<Transposition>(side.context, side.program, 33, 65, 10000 * i));
      side.work.back()->launch(side.queues.back());
      REQUIRE(clFlush(side.queues.back()) == CL_SUCCESS);
    }
  }
  for (const auto& side : sides)
    for (std::size_t i = 0; i < side.work.size(); ++i)
      CHECK(side.work[i]->result(side.queues[i]) == side.work[i]->expected());
}

TEST_CASE("objects may be released in any order while the commands that use them are in flight") {
  const unsigned seed = GENERATE(range(0U, 12U));
  Context context = make_context();
  Queue queue = make_queue(context, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  Program program = make_program(context);
  auto work = std::make_unique<Transposition>(context, program, 32, 24);
  const auto expected = work->expected();
  std::vector<cl_uint> host(expected.size());
  Event user = made([&](cl_int* error) { return clCreateUserEvent(context, error); });
  Event launched, read;
  const std::size_t global[2]{32, 24};
  REQUIRE(clEnqueueNDRangeKernel(queue, work->kernel, 2, nullptr, global, nullptr, 1, user.list(),
                                 launched.out()) == CL_SUCCESS);
  REQUIRE(clEnqueueReadBuffer(queue, work->out, CL_FALSE, 0, host.size() * 4, host.data(), 1, launched.list(),
                              read.out()) == CL_SUCCESS);
  std::vector<std::function<void()>> steps{
      [&] { context.reset(); },   [&] { queue.reset(); },
      [&] { program.reset(); },   [&] { work->in.reset(); },
      [&] { work->out.reset(); }, [&] { work->kernel.reset(); },
      [&] { launched.reset(); },  [&] { clSetUserEventStatus(user, CL_COMPLETE), user.reset(); },
  };
  std::shuffle(steps.begin(), steps.end(), std::mt19937(seed));
  for (const auto& step : steps) step();
  REQUIRE(clWaitForEvents(1, read.list()) == CL_SUCCESS);
  CHECK(host == expected);
}

TEST_CASE("threads: a user event set in one thread unblocks a chain over queues that another waits for") {
  const Context context = make_context(all_devices());
  for (int iteration = 0; iteration < 10; ++iteration) {
    std::vector<Queue> queues;
    for (cl_device_id id : all_devices()) queues.push_back(make_queue(context, 0, id));
    const Buffer buffer = make_buffer(context, kBlock);
    Gate gate(context);
    std::vector<Event> chain(8);
    for (std::size_t i = 0; i < chain.size(); ++i) {
      const auto value = static_cast<unsigned char>(i);
      const cl_event before = i == 0 ? gate.event() : chain[i - 1].get();
      REQUIRE(clEnqueueFillBuffer(queues[i % queues.size()], buffer, &value, 1, 0, kBlock, 1, &before,
                                  chain[i].out()) == CL_SUCCESS);
      REQUIRE(clFlush(queues[i % queues.size()]) == CL_SUCCESS);
    }
    CHECK(crowd(2, [&](std::size_t thread, Verdict& verdict) {
            if (thread == 0) gate.open();
            if (thread == 1) EXPECT(verdict, clWaitForEvents(1, chain.back().list()) == CL_SUCCESS);
          }) == "");
    CHECK(read_back(queues[0], buffer, kBlock) == std::vector<unsigned char>(kBlock, 7));
  }
}
