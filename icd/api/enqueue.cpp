// SPDX-License-Identifier: Apache-2.0
#include "icd/api/enqueue.h"

#include <algorithm>

#include "icd/api/checks.h"
#include "icd/api/handle.h"
#include "icd/objects/platform.h"

namespace quadcl::icd {
namespace {

/// The event that the application gets. It is taken back unless the call succeeds.
class PublishedEvent {
 public:
  PublishedEvent(Event& event, Queue& queue) : event_(event) {
    event_.belongs_to(queue.context_ref(), Ref<Queue>(&queue));
    handle_ = publish<cl_event>(Ref<Event>(&event_));
  }
  PublishedEvent(const PublishedEvent&) = delete;
  PublishedEvent& operator=(const PublishedEvent&) = delete;
  ~PublishedEvent() {
    if (handle_ != nullptr) event_.release_for_application();
  }

  cl_event hand_over() { return std::exchange(handle_, nullptr); }

 private:
  Event& event_;
  cl_event handle_ = nullptr;
};

}  // namespace

CommandSpec transfer(cl_command_type type, Action action) {
  return {type, &Platform::instance().transfers(), std::move(action), Ordering::plain};
}

CommandSpec transfer_box(cl_command_type type, TransferSide from, TransferSide to) {
  return transfer(type, [from = std::move(from), to = std::move(to)] {
    copy_rectangle(from.start(), from.box, to.start(), to.box);
    return Completion();
  });
}

Outcome<Enqueue> Enqueue::open(cl_command_queue queue, const EventArguments& arguments) {
  ICD_TRY(auto found, find(queue));
  ICD_TRY(auto wait_list, find_wait_list(found->context(), arguments.count, arguments.wait_list));
  return Enqueue(std::move(found), std::move(wait_list), arguments.event);
}

cl_int Enqueue::submit(CommandSpec spec, bool blocking) {
  const auto event = make<Event>(spec.type, CL_QUEUED);
  std::optional<PublishedEvent> published;
  if (event_out_ != nullptr) published.emplace(*event, *queue_);
  queue_->enqueue(std::move(spec), event, wait_list_, blocking);
  if (blocking) ICD_CHECK(wait(*event));
  if (published) *event_out_ = published->hand_over();
  return CL_SUCCESS;
}

cl_int Enqueue::wait(Event& event) const {
  const cl_int status = queue_->wait(event);
  if (status >= 0) return CL_SUCCESS;
  const bool inherited = std::any_of(wait_list_.begin(), wait_list_.end(),
                                     [](const Ref<Event>& other) { return other->status() < 0; });
  return inherited ? CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST : status;
}

}  // namespace quadcl::icd
