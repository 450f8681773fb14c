// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "icd/base/outcome.h"
#include "icd/objects/context.h"
#include "icd/runtime/command.h"
#include "icd/runtime/event.h"
#include "icd/runtime/queue.h"

namespace quadcl::icd {

/// The last three arguments of every clEnqueue* function.
struct EventArguments {
  cl_uint count = 0;
  const cl_event* wait_list = nullptr;
  cl_event* event = nullptr;
};

/// A command that copies or fills memory.
CommandSpec transfer(cl_command_type type, Action action);

/// The part that all clEnqueue* functions share.
class Enqueue {
 public:
  /// CL_INVALID_COMMAND_QUEUE, CL_INVALID_EVENT_WAIT_LIST, or CL_INVALID_CONTEXT.
  static Outcome<Enqueue> open(cl_command_queue queue, const EventArguments& arguments);

  Queue& queue() const { return *queue_; }
  Context& context() const { return queue_->context(); }
  Device& device() const { return queue_->device(); }

  /// Hands the command to the queue and its event to the application. If `blocking`, waits for the end of the
  /// command and returns its error.
  cl_int submit(CommandSpec spec, bool blocking = false);

 private:
  Enqueue(Ref<Queue> queue, std::vector<Ref<Event>> wait_list, cl_event* event)
      : queue_(std::move(queue)), wait_list_(std::move(wait_list)), event_out_(event) {}

  cl_int wait(Event& event) const;

  Ref<Queue> queue_;
  std::vector<Ref<Event>> wait_list_;
  cl_event* event_out_ = nullptr;
};

}  // namespace quadcl::icd
