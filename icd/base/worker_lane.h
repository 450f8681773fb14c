// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <mutex>

namespace quadcl::icd {

/// Something a worker does. Linked into queues through itself, so that queueing never allocates.
class Task {
 public:
  virtual ~Task() = default;
  /// Does the work and destroys the task.
  virtual void run() noexcept = 0;
  /// Destroys the task in the place of `run`, where its work cannot be done any more.
  virtual void cancel() noexcept = 0;

  Task* next = nullptr;  ///< for the queue that holds the task
};

/// A first-in, first-out list of tasks.
class TaskList {
 public:
  bool empty() const { return first_ == nullptr; }
  void push(Task* task);
  Task* pop();

 private:
  Task* first_ = nullptr;
  Task* last_ = nullptr;
};

/// A few threads for one kind of work, started when there is work for them, asleep otherwise, never joined.
class WorkerLane {
 public:
  /// `name`: what a debugger shows for the threads, at most 15 characters.
  WorkerLane(const char* name, unsigned max_workers) : name_(name), max_workers_(max_workers) {}
  WorkerLane(const WorkerLane&) = delete;
  WorkerLane& operator=(const WorkerLane&) = delete;

  /// Runs the task on a worker; on the calling thread if the system gives us no thread at all. False if the
  /// lane is closed: then the task stays the caller's.
  [[nodiscard]] bool push(Task* task) noexcept;

  /// True if the calling thread is a worker of the lane and no other task waits for one: then it may run the
  /// next task itself, which spares a switch of threads.
  [[nodiscard]] bool can_go_on() noexcept;

  /// For the end of the process: starts no task any more, waits up to `patience` for those that run, and
  /// cancels the rest.
  void close(std::chrono::milliseconds patience) noexcept;

 private:
  void work() noexcept;
  bool start_worker() noexcept;

  const char* name_;
  const unsigned max_workers_;
  std::mutex mutex_;  // guards all below
  std::condition_variable work_to_do_, task_ended_;
  TaskList tasks_;
  std::size_t waiting_tasks_ = 0;
  std::size_t idle_workers_ = 0;
  unsigned running_tasks_ = 0;
  unsigned workers_ = 0;
  bool closed_ = false;
};

}  // namespace quadcl::icd
