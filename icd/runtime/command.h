// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <functional>
#include <list>
#include <optional>
#include <span>
#include <string>

#include "core/launch.h"
#include "core/result.h"
#include "icd/base/worker_lane.h"
#include "icd/runtime/event.h"

namespace quadcl::icd {

class Queue;

/// How a command ended.
struct Completion {
  cl_int status = CL_COMPLETE;
  std::string message;  ///< for the context's callback, if it failed
  std::optional<LaunchReport> report;

  Completion() = default;
  Completion(const Error& error);
  Completion(LaunchReport report) : report(report) {}
};

/// The work of a command. It owns all that the command needs, and is destroyed before the command is
/// complete.
using Action = std::function<Completion()>;

/// What a command waits for besides its wait list, and what waits for it.
enum class Ordering {
  plain,    ///< barriers before it; in an in-order queue the command before it
  marker,   ///< all commands before it, if its wait list is empty
  barrier,  ///< the same, and all commands after it wait for it
};

/// What the entry points make and Queue::enqueue takes.
struct CommandSpec {
  cl_command_type type = 0;
  /// Where the action runs; NULL for one that takes no time, which runs where the command becomes ready.
  WorkerLane* lane = nullptr;
  Action action;
  Ordering ordering = Ordering::plain;
};

/// A command in flight. Owned by whoever resolves its last dependency.
class Command final : public Task {
 public:
  Command(Ref<Queue> queue, Ref<Event> event, CommandSpec spec);

  Event& event() const { return *event_; }

  /// Makes the command wait for an event; before `start` only.
  void wait_for(Event& event, bool inherits_failure);
  /// Makes the command end with the error instead of doing its work.
  void terminate(cl_int error) { inherited_error_.store(error); }
  /// Lets the command run as soon as it has nothing to wait for, on this thread if that is now and
  /// `on_this_thread` is set.
  static void start(Command* command, bool on_this_thread);
  /// Lets all commands that waited for the event run.
  static void release_dependents(Event& event);

  void run() noexcept override;
  void cancel() noexcept override;

  /// The queue's entry for this command while it is in flight.
  std::list<Ref<Event>>::iterator place_in_queue;

 private:
  /// True when nothing is left to wait for.
  bool resolve(cl_int status, bool inherits_failure);
  bool resolve_guard() { return unresolved_.fetch_sub(1, std::memory_order_acq_rel) == 1; }

  /// What runs on this thread next: commands that take no time, then at most one that needs a worker as this
  /// thread is. More of those are for other workers.
  struct ReadyHere {
    TaskList timeless;
    Command* for_this_worker = nullptr;

    /// NULL if there is none.
    Command* next();
  };

  /// Runs the commands and all that they let run here.
  static void run_all(ReadyHere ready) noexcept;
  static void sort_ready(std::span<const Dependent> dependents, cl_int status, ReadyHere& here);
  /// Nothing is left to wait for. True if the command then needs a worker.
  bool become_ready();
  /// False if there are no workers any more: then the command is to end here, with an error.
  bool give_to_worker();

  Ref<Event> execute();
  Completion perform() noexcept;

  Ref<Queue> queue_;
  Ref<Event> event_;
  WorkerLane* const lane_;
  Action action_;
  std::atomic<unsigned> unresolved_{1};  // one is the guard that `start` takes away
  std::atomic<cl_int> inherited_error_{CL_SUCCESS};
};

}  // namespace quadcl::icd
