// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <list>
#include <mutex>
#include <span>
#include <vector>

#include "icd/base/object.h"
#include "icd/objects/context.h"
#include "icd/objects/device.h"
#include "icd/runtime/command.h"

namespace quadcl::icd {

/// How a queue treats its commands.
struct QueueBehaviour {
  cl_command_queue_properties properties = 0;
  bool models_time = false;  ///< CL_QUEUE_MODEL_TIME_QUADCL
};

/// A queue on the host. Every command goes to the scheduler when it is enqueued.
class Queue final : public CommandStream {
 public:
  /// `property_list`: the answer to CL_QUEUE_PROPERTIES_ARRAY.
  Queue(Ref<Context> context, Device& device, QueueBehaviour behaviour,
        std::vector<cl_queue_properties> property_list);

  Context& context() const override { return *context_; }
  const Ref<Context>& context_ref() const { return context_.ref(); }
  Device& device() const { return device_; }
  cl_command_queue_properties properties() const { return behaviour_.properties; }
  std::span<const cl_queue_properties> property_list() const { return property_list_; }
  bool profiles() const override { return (properties() & CL_QUEUE_PROFILING_ENABLE) != 0; }
  bool models_time() const { return behaviour_.models_time; }

  /// Takes a command. `event` must be unused, `wait_list` of the same context. If the command is ready and
  /// `on_this_thread` is set, it runs before the function returns.
  void enqueue(CommandSpec spec, Ref<Event> event, std::span<const Ref<Event>> wait_list,
               bool on_this_thread);

  /// Blocks until all commands enqueued so far have ended.
  void finish();

  /// The calling thread runs commands that no worker has begun, which saves a switch of threads, if the event
  /// waits for them anyway.
  cl_int wait(Event& event) override;

  void forget(Place place) override;

 private:
  ~Queue() override = default;
  void on_unreachable() override { context_.let_go(); }

  bool in_order() const { return (properties() & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) == 0; }
  /// Adds the command to `in_flight_` and returns the events it must wait for besides its wait list.
  std::vector<Ref<Event>> admit(Command& command, Ordering ordering, bool has_wait_list);
  /// Runs a command that no worker has begun. False if there is none.
  bool help() noexcept;

  Attachment<Context> context_;
  Device& device_;
  const QueueBehaviour behaviour_;
  const std::vector<cl_queue_properties> property_list_;

  std::mutex mutex_;                 // protects all members below
  std::list<Ref<Event>> in_flight_;  // in the order of enqueueing
  Ref<Event> barrier_;               // the last one, while it is in flight
};

}  // namespace quadcl::icd
