// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <cstdint>
#include <list>
#include <mutex>
#include <optional>
#include <vector>

#include "core/launch/launch.h"
#include "icd/base/object.h"
#include "icd/base/opencl.h"
#include "icd/base/worker_lane.h"

namespace quadcl::icd {

class Command;
class Context;
class Event;

/// When a command reached its four states, on the clock of `timer_nanoseconds`.
struct CommandTimes {
  std::uint64_t queued = 0;
  std::uint64_t submitted = 0;
  std::uint64_t started = 0;
  std::uint64_t ended = 0;
};

/// A command that waits for an event.
struct Dependent {
  Command* command = nullptr;
  /// True for events of a wait list: if the event fails, the command is terminated. The order of a queue does
  /// not terminate commands.
  bool inherits_failure = false;
};

/// A queue, as its commands and their events know it.
class CommandStream : public Object {
 public:
  /// A command's place in the queue while it is in flight.
  using Place = std::list<Ref<Event>>::iterator;

  virtual Context& context() const = 0;
  virtual bool profiles() const = 0;
  /// Blocks until the event, one of this queue, has retired; returns its status.
  virtual cl_int wait(Event& event) = 0;
  /// Called when the command there has ended.
  virtual void forget(Place place) = 0;

 protected:
  CommandStream() : Object(ObjectKind::queue) {}
};

/// The state of a command, or of a user event.
class Event final : public Object {
 public:
  using Callback = void(CL_CALLBACK*)(cl_event event, cl_int status, void* user_data);

  Event(cl_command_type type, cl_int status);

  cl_command_type type() const { return type_; }
  cl_int status() const;
  /// NULL for user events and for events that the application cannot see.
  CommandStream* queue() const { return queue_.get(); }
  Context* context() const { return context_.get(); }

  /// Lets the application see the event, with its queue (NULL for a user event) and its context.
  void belongs_to(Ref<Context> context, Ref<CommandStream> queue);

  /// Moves on to a later state: CL_SUBMITTED or CL_RUNNING.
  void advance(cl_int status);
  /// Moves on to CL_COMPLETE or an error. False if the event has already ended.
  bool finish(cl_int status);
  /// Called after `finish`, and after the command has released all it owned: wakes the waiting threads and
  /// returns the waiting commands.
  std::vector<Dependent> retire();

  /// Adds a command for `retire` to release. If the event has already retired, returns its status instead.
  std::optional<cl_int> add_dependent(const Dependent& dependent);
  bool has_retired() const;
  /// Blocks until the event has retired; returns its status. `CommandStream::wait` helps with the work.
  cl_int wait();

  void add_callback(cl_int trigger, Callback function, void* user_data);

  void record(const LaunchReport& report);
  void record_queued();

  /// Only meaningful for an event that is complete.
  CommandTimes times() const;
  std::optional<LaunchReport> report() const;

 private:
  ~Event() override;
  void on_unreachable() override;

  /// Removes and returns the callbacks that are due. Call with the lock held.
  TaskList take_due_callbacks();
  static void call(TaskList callbacks);

  const cl_command_type type_;
  Attachment<Context> context_;
  Attachment<CommandStream> queue_;

  mutable std::mutex mutex_;  // protects all members below
  std::condition_variable retired_changed_;
  cl_int status_;
  bool retired_ = false;
  CommandTimes times_;
  std::optional<LaunchReport> report_;
  std::vector<Dependent> dependents_;
  TaskList callbacks_;  // of type EventCallback; they keep the event alive, so none is left at its end
};

}  // namespace quadcl::icd
