// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <functional>
#include <optional>
#include <span>
#include <string>

#include "core/launch/launch.h"
#include "core/result.h"
#include "icd/base/worker_lane.h"
#include "icd/runtime/event.h"

namespace quadcl::icd {

/// How a command ended.
struct Completion {
  cl_int status = CL_COMPLETE;
  std::string message;  ///< for the context's callback, if it failed
  std::optional<LaunchReport> report;

  Completion() = default;
  Completion(const Error& error);
  Completion(LaunchReport report) : report(report) {}
};

/// The work of a command. It owns everything the command needs, and is destroyed before the command is
/// complete.
using Action = std::function<Completion()>;

/// How a command is ordered in its queue, besides its wait list.
enum class Ordering {
  plain,    ///< waits for barriers before it; in an in-order queue for the command before it
  marker,   ///< waits for all commands before it if its wait list is empty
  barrier,  ///< the same, and all commands after it wait for it
};

/// Made by the entry points, for Queue::enqueue.
struct CommandSpec {
  cl_command_type type = 0;
  /// The threads that run the action. NULL for an action that takes no time: it runs on the thread that makes
  /// the command ready.
  WorkerLane* lane = nullptr;
  Action action;
  Ordering ordering = Ordering::plain;
};

/// A command in flight. The thread that resolves its last dependency owns it.
class Command final : public Task {
 public:
  Command(Ref<CommandStream> queue, Ref<Event> event, CommandSpec spec);

  Event& event() const { return *event_; }

  /// Makes the command wait for an event. Only before `start`.
  void wait_for(Event& event, bool inherits_failure);
  /// Ends the command with the error instead of its work.
  void terminate(cl_int error) { inherited_error_.store(error); }
  /// Lets the command run as soon as it has nothing to wait for. If it is ready now and `on_this_thread` is
  /// set, it runs on this thread.
  static void start(Command* command, bool on_this_thread);
  /// Lets the commands that wait for the event run.
  static void release_dependents(Event& event);

  void run() noexcept override;
  void cancel() noexcept override;
  const void* owner() const override { return queue_.get(); }

  /// Set by the queue.
  CommandStream::Place place_in_queue;

 private:
  /// True when nothing is left to wait for.
  bool resolve(cl_int status, bool inherits_failure);
  bool resolve_start() { return unresolved_.fetch_sub(1, std::memory_order_acq_rel) == 1; }

  /// Commands that this thread runs next: those that take no time, then at most one that needs a worker of
  /// this thread's lane. Other workers run the rest.
  struct ReadyHere {
    TaskList timeless;
    Command* for_this_worker = nullptr;

    /// NULL if there is none.
    Command* next();
  };

  /// Runs the commands, then those that become ready when they end.
  static void run_all(ReadyHere ready) noexcept;
  static void sort_ready(std::span<const Dependent> dependents, cl_int status, ReadyHere& here);
  /// Called when nothing is left to wait for. True if the command needs a worker.
  bool become_ready();
  /// False if the lane is closed: then the caller must end the command with an error.
  bool give_to_worker();

  Ref<Event> execute();
  Completion perform() noexcept;

  Ref<CommandStream> queue_;
  Ref<Event> event_;
  WorkerLane* const lane_;
  Action action_;
  std::atomic<unsigned> unresolved_{1};  // `start` takes the initial 1 away
  std::atomic<cl_int> inherited_error_{CL_SUCCESS};
};

}  // namespace quadcl::icd
