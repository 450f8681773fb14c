// SPDX-License-Identifier: Apache-2.0
#include "icd/runtime/queue.h"

#include <pthread.h>

#include <cstdint>
#include <memory>
#include <ranges>

#include "icd/objects/platform.h"

namespace quadcl::icd {
namespace {

/// Kernels have variables on the stack.
constexpr std::size_t kStackOfCommand = std::size_t{4} << 20;

/// The end of the calling thread's stack; the highest address if it is unknown.
std::uintptr_t find_stack_end() {
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return UINTPTR_MAX;
  void* end = nullptr;
  std::size_t size = 0;
  const int error = pthread_attr_getstack(&attributes, &end, &size);
  pthread_attr_destroy(&attributes);
  return error == 0 ? reinterpret_cast<std::uintptr_t>(end) : UINTPTR_MAX;
}

/// Whether the calling thread has as much stack left as a worker, about.
bool may_help() {
  thread_local const std::uintptr_t end = find_stack_end();
  const auto here = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
  return here > end && here - end >= kStackOfCommand;
}

}  // namespace

Queue::Queue(Ref<Context> context, Device& device, QueueBehaviour behaviour,
             std::vector<cl_queue_properties> property_list)
    : context_(std::move(context)),
      device_(device),
      behaviour_(behaviour),
      property_list_(std::move(property_list)) {}

void Queue::enqueue(CommandSpec spec, Ref<Event> event, std::span<const Ref<Event>> wait_list,
                    bool on_this_thread) {
  const Ordering ordering = spec.ordering;
  auto command = std::make_unique<Command>(Ref<Queue>(this), event, std::move(spec));
  event->record_queued();
  const auto predecessors = admit(*command, ordering, !wait_list.empty());
  try {
    for (const Ref<Event>& other : wait_list) command->wait_for(*other, true);
    for (const Ref<Event>& other : predecessors) command->wait_for(*other, false);
  } catch (...) {
    // Other commands may already wait for this one, so it must end in its turn.
    command->terminate(CL_OUT_OF_HOST_MEMORY);
    Command::start(command.release(), on_this_thread);
    throw;
  }
  Command::start(command.release(), on_this_thread);
}

std::vector<Ref<Event>> Queue::admit(Command& command, Ordering ordering, bool has_wait_list) {
  std::vector<Ref<Event>> predecessors;
  const std::lock_guard lock(mutex_);
  if (in_order()) {
    if (!in_flight_.empty()) predecessors.push_back(in_flight_.back());
  } else if (ordering == Ordering::plain || has_wait_list) {
    if (barrier_) predecessors.push_back(barrier_);
  } else {
    predecessors.assign(in_flight_.begin(), in_flight_.end());
  }
  command.place_in_queue = in_flight_.insert(in_flight_.end(), Ref<Event>(&command.event()));
  if (ordering == Ordering::barrier && !in_order()) barrier_ = in_flight_.back();
  return predecessors;
}

void Queue::finish() {
  std::vector<Ref<Event>> pending;
  {
    const std::lock_guard lock(mutex_);
    pending.assign(in_flight_.begin(), in_flight_.end());
  }
  if (may_help())
    while (!pending.empty() && !pending.back()->has_retired() && help()) continue;
  // The last one first: usually it ends last, and this thread wakes up only once.
  for (const Ref<Event>& event : pending | std::views::reverse) event->wait();
}

cl_int Queue::wait(Event& event) {
  if (in_order() && may_help())
    while (!event.has_retired() && help()) continue;
  return event.wait();
}

bool Queue::help() noexcept {
  return device_.launches().help(this) || Platform::instance().transfers().help(this);
}

void Queue::forget(Place place) {
  std::list<Ref<Event>> gone;  // destroyed after the lock is released
  Ref<Event> barrier;
  const std::lock_guard lock(mutex_);
  gone.splice(gone.begin(), in_flight_, place);
  if (barrier_.get() == gone.front().get()) std::swap(barrier, barrier_);
}

}  // namespace quadcl::icd
