// SPDX-License-Identifier: Apache-2.0
#include "icd/runtime/command.h"

#include <new>
#include <utility>

#include "core/float_environment.h"
#include "icd/base/error_map.h"
#include "icd/objects/context.h"

namespace quadcl::icd {

Completion::Completion(const Error& error) : status(error_code(error.code)), message(error.message) {}

Command::Command(Ref<CommandStream> queue, Ref<Event> event, CommandSpec spec)
    : queue_(std::move(queue)), event_(std::move(event)), lane_(spec.lane), action_(std::move(spec.action)) {}

void Command::wait_for(Event& event, bool inherits_failure) {
  unresolved_.fetch_add(1, std::memory_order_relaxed);
  try {
    const auto status = event.add_dependent({this, inherits_failure});
    if (status) resolve(*status, inherits_failure);
  } catch (...) {
    resolve_start();
    throw;
  }
}

bool Command::resolve(cl_int status, bool inherits_failure) {
  if (inherits_failure && status < 0) terminate(status);
  return resolve_start();
}

void Command::start(Command* command, bool on_this_thread) {
  if (!command->resolve_start()) return;
  const bool needs_worker = command->become_ready() && !on_this_thread;
  if (!needs_worker || !command->give_to_worker()) command->run();
}

bool Command::become_ready() {
  if (inherited_error_.load() < 0) return false;
  event_->advance(CL_SUBMITTED);
  return lane_ != nullptr;
}

bool Command::give_to_worker() {
  if (lane_->push(this)) return true;
  terminate(CL_OUT_OF_RESOURCES);
  return false;
}

void Command::cancel() noexcept {
  terminate(CL_OUT_OF_RESOURCES);
  run();
}

Command* Command::ReadyHere::next() {
  if (!timeless.empty()) return static_cast<Command*>(timeless.pop());
  return std::exchange(for_this_worker, nullptr);
}

void Command::run() noexcept { run_all({.for_this_worker = this}); }

void Command::run_all(ReadyHere ready) noexcept {
  // A loop, not a recursion: a queue may hold any number of commands.
  while (Command* command = ready.next()) {
    const Ref<Event> event = command->execute();
    delete command;
    const auto dependents = event->retire();
    sort_ready(dependents, event->status(), ready);
  }
}

void Command::release_dependents(Event& event) {
  ReadyHere ready;
  const auto dependents = event.retire();
  sort_ready(dependents, event.status(), ready);
  run_all(ready);
}

void Command::sort_ready(std::span<const Dependent> dependents, cl_int status, ReadyHere& here) {
  for (const auto& [command, inherits_failure] : dependents) {
    if (!command->resolve(status, inherits_failure)) continue;
    const bool needs_worker = command->become_ready();
    if (needs_worker && here.for_this_worker == nullptr && command->lane_->can_go_on()) {
      here.for_this_worker = command;
    } else if (!needs_worker || !command->give_to_worker()) {
      here.timeless.push(command);
    }
  }
}

/// Runs the command and destroys it; only its event is left.
Ref<Event> Command::execute() {
  const Completion completion = perform();
  // Done before anyone can see that the command is complete, so that objects which the application releases
  // after that are freed at once.
  action_ = nullptr;
  if (completion.report) event_->record(*completion.report);
  event_->finish(completion.status);
  queue_->forget(place_in_queue);
  queue_ = nullptr;
  return std::move(event_);
}

Completion Command::perform() noexcept {
  Completion completion;
  try {
    completion.status = inherited_error_.load();
    if (completion.status < 0) return completion;
    event_->advance(CL_RUNNING);
    if (action_) {
      const DefaultFloats floats;
      completion = action_();
    }
    if (completion.status < 0) queue_->context().notify(completion.message);
  } catch (const std::bad_alloc&) {
    completion.status = CL_OUT_OF_HOST_MEMORY;
  } catch (...) {
    completion.status = CL_OUT_OF_RESOURCES;
  }
  return completion;
}

}  // namespace quadcl::icd
