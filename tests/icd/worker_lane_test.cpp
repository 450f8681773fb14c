// SPDX-License-Identifier: Apache-2.0
#include "icd/base/worker_lane.h"

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <catch2/catch.hpp>
#include <functional>
#include <latch>
#include <thread>
#include <vector>

using namespace quadcl::icd;
using namespace std::chrono_literals;

namespace {

class TestTask final : public Task {
 public:
  TestTask(
      std::function<void()> work, std::function<void()> cancelled = [] {}, const void* owner = nullptr)
      : work_(std::move(work)), cancelled_(std::move(cancelled)), owner_(owner) {}

  void run() noexcept override {
    work_();
    delete this;
  }
  void cancel() noexcept override {
    cancelled_();
    delete this;
  }
  const void* owner() const override { return owner_; }

 private:
  std::function<void()> work_, cancelled_;
  const void* owner_;
};

/// Never destroyed: workers are never joined.
WorkerLane& make_lane(unsigned workers) { return *new WorkerLane("test", workers); }

}  // namespace

TEST_CASE("WorkerLane: runs every task, those of one worker in order") {
  WorkerLane& lane = make_lane(1);
  constexpr int kTasks = 1000;
  std::latch done(kTasks);
  std::vector<int> order;
  for (int i = 0; i < kTasks; ++i) {
    REQUIRE(lane.push(new TestTask([&, i] {
      order.push_back(i);
      done.count_down();
    })));
  }
  done.wait();
  REQUIRE(order.size() == kTasks);
  for (int i = 0; i < kTasks; ++i) CHECK(order[static_cast<std::size_t>(i)] == i);
}

TEST_CASE("WorkerLane: a second worker runs tasks beside a long one") {
  WorkerLane& lane = make_lane(2);
  std::latch second_ran(1), first_ended(1);
  REQUIRE(lane.push(new TestTask([&] {
    second_ran.wait();  // would never end with one worker
    first_ended.count_down();
  })));
  REQUIRE(lane.push(new TestTask([&] { second_ran.count_down(); })));
  first_ended.wait();
  SUCCEED();
}

TEST_CASE(
    "WorkerLane: a helper and the workers run each task once, and never more than the lane has workers") {
  WorkerLane& lane = make_lane(1);
  const int owner = 0, other = 0;
  constexpr int kTasks = 5000;
  std::atomic<int> running = 0, most = 0, ran = 0;
  const auto work = [&] {
    most = std::max(most.load(), ++running);
    ++ran;
    --running;
  };
  for (int i = 0; i < kTasks; ++i) {
    REQUIRE(lane.push(new TestTask(work, [] {}, &owner)));
    if (i % 3 != 0) lane.help(&owner);
  }
  CHECK_FALSE(lane.help(&other));
  while (lane.help(&owner)) continue;
  std::latch done(1);
  REQUIRE(lane.push(new TestTask([&] { done.count_down(); })));
  done.wait();
  CHECK(ran == kTasks);
  CHECK(most == 1);
}

TEST_CASE("WorkerLane: nobody helps while all workers are busy, nor with tasks of no owner") {
  WorkerLane& lane = make_lane(1);
  const int owner = 0;
  std::latch begun(1), may_end(1), ended(2);
  REQUIRE(lane.push(new TestTask([&] {
    begun.count_down();
    may_end.wait();
    ended.count_down();
  })));
  begun.wait();
  REQUIRE(lane.push(new TestTask([&] { ended.count_down(); }, [] {}, &owner)));
  CHECK_FALSE(lane.help(&owner));
  may_end.count_down();
  ended.wait();
}

TEST_CASE("WorkerLane: close cancels the tasks that wait, and takes no more") {
  WorkerLane& lane = make_lane(1);
  std::latch started(1), go_on(1);
  std::atomic<int> ran{0}, cancelled{0};
  REQUIRE(lane.push(new TestTask([&] {
    started.count_down();
    go_on.wait();
    ++ran;
  })));
  started.wait();
  for (int i = 0; i < 3; ++i) REQUIRE(lane.push(new TestTask([&] { ++ran; }, [&] { ++cancelled; })));
  lane.close(0ms);  // does not wait for the first
  CHECK(cancelled == 3);
  Task* late = new TestTask([&] { ++ran; }, [&] { ++cancelled; });
  CHECK_FALSE(lane.push(late));
  late->cancel();
  CHECK(cancelled == 4);
  CHECK(ran == 0);
  go_on.count_down();
  lane.close(1min);  // does
  CHECK(ran == 1);
}

TEST_CASE("WorkerLane: a task may close its own lane") {
  WorkerLane& lane = make_lane(1);
  std::latch closed(1);
  REQUIRE(lane.push(new TestTask([&] {
    lane.close(1min);
    closed.count_down();
  })));
  closed.wait();
  SUCCEED();
}

namespace {

/// Whether `work` returns true in a child process.
bool in_child(const std::function<bool()>& work) {
  const pid_t child = fork();
  if (child == 0) _exit(work() ? 0 : 1);
  int status = 0;
  return waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

}  // namespace

TEST_CASE("WorkerLane: a child process does not wait for the tasks of its parent") {
  WorkerLane& lane = make_lane(1);
  std::latch running(1), may_end(1), ended(1);
  REQUIRE(lane.push(new TestTask([&] {
    running.count_down();
    may_end.wait();
    ended.count_down();
  })));
  running.wait();
  std::atomic<bool> ran = false;
  REQUIRE(lane.push(new TestTask([&] { ran = true; })));
  CHECK(in_child([&] {
    lane.close(24h);
    return lane.is_closed() && !ran;
  }));
  CHECK_FALSE(lane.is_closed());
  may_end.count_down();
  ended.wait();
}

TEST_CASE("WorkerLane: a child process has its own threads") {
  WorkerLane& lane = make_lane(2);
  const auto run_one = [&] {
    std::latch ran(1);
    std::atomic<bool> elsewhere = false;
    const auto self = std::this_thread::get_id();
    if (!lane.push(new TestTask([&] {
          elsewhere = std::this_thread::get_id() != self;
          ran.count_down();
        })))
      return false;
    ran.wait();
    return elsewhere.load();
  };
  CHECK(run_one());
  CHECK(in_child([&] { return run_one() && in_child(run_one) && run_one(); }));
  CHECK(run_one());
}
