// SPDX-License-Identifier: Apache-2.0
#include "icd/runtime/event.h"

#include <memory>

#include "icd/objects/context.h"
#include "icd/objects/device.h"
#include "icd/objects/platform.h"

namespace quadcl::icd {

/// A registered callback, which becomes a task of the callback lane when it is due. Keeps the event's handle
/// valid until the callback has returned.
class EventCallback final : public Task {
 public:
  EventCallback(Event& event, cl_int trigger, Event::Callback function, void* user_data)
      : event_(Ref<Event>(&event)),
        trigger_(trigger),
        function_(function),
        user_data_(user_data),
        status_(trigger) {}

  bool is_due(cl_int status) const { return status <= trigger_; }
  /// A terminated command reports its error to all its callbacks.
  void set_status(cl_int status) {
    if (status < 0) status_ = status;
  }

  void run() noexcept override {
    function_(static_cast<cl_event>(event_->handle()), status_, user_data_);
    delete this;
  }
  void cancel() noexcept override { delete this; }

 private:
  Attachment<Event> event_;
  const cl_int trigger_;
  const Event::Callback function_;
  void* const user_data_;
  cl_int status_;
};

Event::Event(cl_command_type type, cl_int status) : Object(ObjectKind::event), type_(type), status_(status) {}

Event::~Event() = default;

void Event::on_unreachable() {
  queue_.let_go();
  context_.let_go();
}

cl_int Event::status() const {
  const std::lock_guard lock(mutex_);
  return status_;
}

void Event::belongs_to(Ref<Context> context, Ref<CommandStream> queue) {
  context_.attach_to(std::move(context));
  if (queue) queue_.attach_to(std::move(queue));
}

void Event::advance(cl_int status) {
  TaskList due;
  {
    const std::lock_guard lock(mutex_);
    status_ = status;
    (status == CL_SUBMITTED ? times_.submitted : times_.started) = timer_nanoseconds();
    due = take_due_callbacks();
  }
  call(due);
}

bool Event::finish(cl_int status) {
  TaskList due;
  {
    const std::lock_guard lock(mutex_);
    if (status_ <= CL_COMPLETE) return false;
    status_ = status;
    times_.ended = timer_nanoseconds();
    // A command that was terminated before it ran never entered these states.
    if (times_.submitted == 0) times_.submitted = times_.ended;
    if (times_.started == 0) times_.started = times_.ended;
    due = take_due_callbacks();
  }
  call(due);
  return true;
}

std::vector<Dependent> Event::retire() {
  std::vector<Dependent> dependents;
  const std::lock_guard lock(mutex_);
  retired_ = true;
  dependents.swap(dependents_);
  retired_changed_.notify_all();
  return dependents;
}

std::optional<cl_int> Event::add_dependent(const Dependent& dependent) {
  const std::lock_guard lock(mutex_);
  if (retired_) return status_;
  dependents_.push_back(dependent);
  return {};
}

bool Event::has_retired() const {
  const std::lock_guard lock(mutex_);
  return retired_;
}

cl_int Event::wait() {
  std::unique_lock lock(mutex_);
  retired_changed_.wait(lock, [this] { return retired_; });
  return status_;
}

void Event::add_callback(cl_int trigger, Callback function, void* user_data) {
  auto callback = std::make_unique<EventCallback>(*this, trigger, function, user_data);
  TaskList due;
  {
    const std::lock_guard lock(mutex_);
    callbacks_.push(callback.release());
    due = take_due_callbacks();
  }
  call(due);
}

TaskList Event::take_due_callbacks() {
  TaskList due, later;
  while (!callbacks_.empty()) {
    auto* callback = static_cast<EventCallback*>(callbacks_.pop());
    callback->set_status(status_);
    (callback->is_due(status_) ? due : later).push(callback);
  }
  callbacks_ = later;
  return due;
}

void Event::call(TaskList callbacks) {
  while (!callbacks.empty()) {
    Task* callback = callbacks.pop();
    if (!Platform::instance().callbacks().push(callback)) callback->cancel();
  }
}

void Event::record(const LaunchReport& report) {
  const std::lock_guard lock(mutex_);
  report_ = report;
}

void Event::record_queued() {
  const std::lock_guard lock(mutex_);
  times_.queued = timer_nanoseconds();
}

CommandTimes Event::times() const {
  const std::lock_guard lock(mutex_);
  return times_;
}

std::optional<LaunchReport> Event::report() const {
  const std::lock_guard lock(mutex_);
  return report_;
}

}  // namespace quadcl::icd
