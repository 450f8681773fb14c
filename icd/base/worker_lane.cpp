// SPDX-License-Identifier: Apache-2.0
#include "icd/base/worker_lane.h"

#include <pthread.h>
#include <signal.h>

#include <system_error>
#include <thread>
#include <utility>

namespace quadcl::icd {
namespace {

/// Blocks all signals while the thread starts; it inherits the mask. Signals of the application are for its
/// own threads.
class SignalsBlocked {
 public:
  SignalsBlocked() {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before_);
  }
  ~SignalsBlocked() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  SignalsBlocked(const SignalsBlocked&) = delete;
  SignalsBlocked& operator=(const SignalsBlocked&) = delete;

 private:
  sigset_t before_;
};

thread_local const WorkerLane* lane_of_this_thread = nullptr;

}  // namespace

void TaskList::push(Task* task) {
  task->next = nullptr;
  (last_ != nullptr ? last_->next : first_) = task;
  last_ = task;
}

Task* TaskList::pop() {
  Task* task = std::exchange(first_, first_->next);
  if (first_ == nullptr) last_ = nullptr;
  return task;
}

Task* TaskList::take(const void* owner) {
  Task* before = nullptr;
  for (Task* task = first_; task != nullptr; before = std::exchange(task, task->next)) {
    if (task->owner() != owner) continue;
    (before != nullptr ? before->next : first_) = task->next;
    if (last_ == task) last_ = before;
    return task;
  }
  return nullptr;
}

bool WorkerLane::push(Task* task) noexcept {
  {
    const std::lock_guard lock(mutex_);
    if (closed_) return false;
    if (waiting_tasks_ >= idle_workers_ && workers_ < max_workers_ && start_worker()) ++workers_;
    if (workers_ > 0) {
      tasks_.push(task);
      ++waiting_tasks_;
      work_to_do_.notify_one();
      return true;
    }
  }
  task->run();
  return true;
}

bool WorkerLane::help(const void* owner) noexcept {
  std::unique_lock lock(mutex_);
  Task* task = has_work() ? tasks_.take(owner) : nullptr;
  if (task == nullptr) return false;
  run(task, lock);
  if (has_work()) work_to_do_.notify_one();  // a worker may have waited for this one to end
  return true;
}

bool WorkerLane::can_go_on() noexcept {
  if (lane_of_this_thread != this) return false;
  const std::lock_guard lock(mutex_);
  return waiting_tasks_ == 0 && !closed_;
}

void WorkerLane::close(std::chrono::milliseconds patience) noexcept {
  TaskList rest;
  {
    std::unique_lock lock(mutex_);
    closed_ = true;
    std::swap(rest, tasks_);
    waiting_tasks_ = 0;
    // If a task of this lane ends the process, do not wait for it.
    const unsigned own = lane_of_this_thread == this ? 1 : 0;
    task_ended_.wait_for(lock, patience, [&] { return running_tasks_ <= own; });
  }
  while (!rest.empty()) rest.pop()->cancel();
}

bool WorkerLane::start_worker() noexcept {
  const SignalsBlocked blocked;
  try {
    std::thread([this] { work(); }).detach();
    return true;
  } catch (const std::exception&) {
    return false;
  }
}

void WorkerLane::work() noexcept {
  lane_of_this_thread = this;
  pthread_setname_np(pthread_self(), name_);
  std::unique_lock lock(mutex_);
  while (true) {
    ++idle_workers_;
    work_to_do_.wait(lock, [this] { return has_work(); });
    --idle_workers_;
    run(tasks_.pop(), lock);
  }
}

void WorkerLane::run(Task* task, std::unique_lock<std::mutex>& lock) noexcept {
  --waiting_tasks_;
  ++running_tasks_;
  lock.unlock();
  task->run();
  lock.lock();
  --running_tasks_;
  if (closed_) task_ended_.notify_all();
}

}  // namespace quadcl::icd
