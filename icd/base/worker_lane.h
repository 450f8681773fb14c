// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <mutex>

#include "icd/base/fork_local.h"

namespace quadcl::icd {

/// A task for a worker. It contains its link to the next task, so queueing never allocates.
class Task {
 public:
  virtual ~Task() = default;
  /// Does the work and destroys the task.
  virtual void run() noexcept = 0;
  /// Called instead of `run` if the work cannot be done: destroys the task.
  virtual void cancel() noexcept = 0;
  /// What the task belongs to, for `WorkerLane::help`; NULL if nobody may help with it.
  virtual const void* owner() const { return nullptr; }

  Task* next = nullptr;  ///< of the queue that holds the task
};

/// A first-in, first-out list of tasks.
class TaskList {
 public:
  bool empty() const { return first_ == nullptr; }
  void push(Task* task);
  Task* pop();
  /// Removes and returns the first task of the owner; NULL if there is none.
  Task* take(const void* owner);

 private:
  Task* first_ = nullptr;
  Task* last_ = nullptr;
};

/// A few threads for one kind of work. They start when there is work, sleep otherwise, and are never joined.
/// A child process begins without threads and tasks.
class WorkerLane {
 public:
  /// `name`: the threads' name in debuggers, at most 15 characters.
  WorkerLane(const char* name, unsigned max_workers) : name_(name), max_workers_(max_workers) {}
  WorkerLane(const WorkerLane&) = delete;
  WorkerLane& operator=(const WorkerLane&) = delete;

  /// Runs the task on a worker, or on the calling thread if no thread can be started. False if the lane is
  /// closed: then the caller keeps the task.
  [[nodiscard]] bool push(Task* task) noexcept;

  /// Runs the first waiting task of the owner on the calling thread. False if none waits, or if as many tasks
  /// run as the lane has workers.
  bool help(const void* owner) noexcept;

  /// True if the calling thread is a worker of the lane and no task waits for a worker. Then the caller may
  /// run its next task itself, without a switch of threads.
  [[nodiscard]] bool can_go_on() noexcept;

  /// For the end of the process: starts no more tasks, waits up to `patience` for running ones, and cancels
  /// the rest.
  void close(std::chrono::milliseconds patience) noexcept;

  /// Whether `close` was called.
  [[nodiscard]] bool is_closed() noexcept;

 private:
  struct State {
    std::mutex mutex;  // protects all members below
    std::condition_variable work_to_do, task_ended;
    TaskList tasks;
    std::size_t waiting_tasks = 0;
    std::size_t idle_workers = 0;
    unsigned running_tasks = 0;
    unsigned workers = 0;
    bool closed = false;
  };

  bool start_worker(State& state) noexcept;
  void work(State& state) noexcept;
  /// Counts and runs a task that has been taken from the list. The lock is held before and after.
  static void run(Task* task, State& state, std::unique_lock<std::mutex>& lock) noexcept;
  bool has_work(const State& state) const {
    return !state.tasks.empty() && state.running_tasks < max_workers_;
  }

  const char* name_;
  const unsigned max_workers_;
  ForkLocal<State> state_;
};

}  // namespace quadcl::icd
