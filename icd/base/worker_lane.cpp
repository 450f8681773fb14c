// SPDX-License-Identifier: Apache-2.0
#include "icd/base/worker_lane.h"

#include <pthread.h>

#include <system_error>
#include <thread>
#include <utility>

#include "core/signals_blocked.h"

namespace quadcl::icd {
namespace {

thread_local const void* lane_of_this_thread = nullptr;  ///< the state of a lane

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
  State& state = state_.get();
  {
    const std::lock_guard lock(state.mutex);
    if (state.closed) return false;
    if (state.waiting_tasks >= state.idle_workers && state.workers < max_workers_ && start_worker(state))
      ++state.workers;
    if (state.workers > 0) {
      state.tasks.push(task);
      ++state.waiting_tasks;
      state.work_to_do.notify_one();
      return true;
    }
  }
  task->run();
  return true;
}

bool WorkerLane::help(const void* owner) noexcept {
  State& state = state_.get();
  std::unique_lock lock(state.mutex);
  Task* task = has_work(state) ? state.tasks.take(owner) : nullptr;
  if (task == nullptr) return false;
  run(task, state, lock);
  if (has_work(state)) state.work_to_do.notify_one();  // a worker may have waited for this one to end
  return true;
}

bool WorkerLane::can_go_on() noexcept {
  State& state = state_.get();
  if (lane_of_this_thread != &state) return false;
  const std::lock_guard lock(state.mutex);
  return state.waiting_tasks == 0 && !state.closed;
}

void WorkerLane::close(std::chrono::milliseconds patience) noexcept {
  State& state = state_.get();
  TaskList rest;
  {
    std::unique_lock lock(state.mutex);
    state.closed = true;
    std::swap(rest, state.tasks);
    state.waiting_tasks = 0;
    // If a task of this lane ends the process, do not wait for it.
    const unsigned own = lane_of_this_thread == &state ? 1 : 0;
    state.task_ended.wait_for(lock, patience, [&] { return state.running_tasks <= own; });
  }
  while (!rest.empty()) rest.pop()->cancel();
}

bool WorkerLane::is_closed() noexcept {
  State& state = state_.get();
  const std::lock_guard lock(state.mutex);
  return state.closed;
}

bool WorkerLane::start_worker(State& state) noexcept {
  const SignalsBlocked blocked;
  try {
    std::thread([this, &state] { work(state); }).detach();
    return true;
  } catch (const std::exception&) {
    return false;
  }
}

void WorkerLane::work(State& state) noexcept {
  lane_of_this_thread = &state;
  pthread_setname_np(pthread_self(), name_);
  std::unique_lock lock(state.mutex);
  while (true) {
    ++state.idle_workers;
    state.work_to_do.wait(lock, [&] { return has_work(state); });
    --state.idle_workers;
    run(state.tasks.pop(), state, lock);
  }
}

void WorkerLane::run(Task* task, State& state, std::unique_lock<std::mutex>& lock) noexcept {
  --state.waiting_tasks;
  ++state.running_tasks;
  lock.unlock();
  task->run();
  lock.lock();
  --state.running_tasks;
  if (state.closed) state.task_ended.notify_all();
}

}  // namespace quadcl::icd
