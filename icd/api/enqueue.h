// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "icd/base/outcome.h"
#include "icd/base/rectangle.h"
#include "icd/objects/context.h"
#include "icd/objects/memory_object.h"
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

/// A box of a memory object, or of the application's memory.
struct TransferSide {
  Rectangle box;
  Ref<MemoryObject> object;
  const void* host = nullptr;  ///< without an object

  std::byte* start() const {
    return object ? object->range().host : static_cast<std::byte*>(const_cast<void*>(host));
  }
};

/// A command that copies one box to another one.
CommandSpec transfer_box(cl_command_type type, TransferSide from, TransferSide to);

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
