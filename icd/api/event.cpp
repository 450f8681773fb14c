// SPDX-License-Identifier: Apache-2.0
#include "icd/runtime/event.h"

#include "icd/api/entry_points.h"
#include "icd/api/handle.h"
#include "icd/api/info.h"
#include "icd/runtime/command.h"
#include "icd/runtime/entry.h"

namespace quadcl::icd::api {
namespace {

cl_int check_same_context(std::span<const Ref<Event>> events) {
  for (const Ref<Event>& event : events)
    if (event->context() != events.front()->context()) return CL_INVALID_CONTEXT;
  return CL_SUCCESS;
}

cl_int wait_for_all(std::span<const Ref<Event>> events) {
  bool failed = false;
  for (const Ref<Event>& event : events) {
    const Ref<CommandStream> queue(event->queue());
    failed |= (queue ? queue->wait(*event) : event->wait()) < 0;
  }
  return failed ? CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST : CL_SUCCESS;
}

/// CL_INVALID_VALUE if the status is not CL_COMPLETE or an error.
cl_int check_user_status(cl_int status) { return status <= CL_COMPLETE ? CL_SUCCESS : CL_INVALID_VALUE; }

/// CL_INVALID_OPERATION if the status was set before.
cl_int set_user_status(Event& event, cl_int status) {
  if (!event.finish(status)) return CL_INVALID_OPERATION;
  Command::release_dependents(event);
  return CL_SUCCESS;
}

/// CL_INVALID_VALUE if pfn_event_notify is NULL, or the state is not CL_SUBMITTED, CL_RUNNING or CL_COMPLETE.
cl_int check_callback(cl_int trigger, Event::Callback callback) {
  const bool known = trigger == CL_SUBMITTED || trigger == CL_RUNNING || trigger == CL_COMPLETE;
  return known && callback != nullptr ? CL_SUCCESS : CL_INVALID_VALUE;
}

constexpr InfoRow<Event> kEventInfo[]{
    {CL_EVENT_COMMAND_QUEUE,
     [](const Event& event) { return info<cl_command_queue>(handle_of(event.queue())); }},
    {CL_EVENT_CONTEXT,
     [](const Event& event) { return info<cl_context>(handle_of<cl_context>(event.context())); }},
    {CL_EVENT_COMMAND_TYPE, [](const Event& event) { return info<cl_command_type>(event.type()); }},
    {CL_EVENT_COMMAND_EXECUTION_STATUS, [](const Event& event) { return info<cl_int>(event.status()); }},
    {CL_EVENT_REFERENCE_COUNT,
     [](const Event& event) { return info<cl_uint>(event.application_references()); }},
};

template <std::uint64_t CommandTimes::* time>
InfoValue profiling_time(const Event& event) {
  return info<cl_ulong>(event.times().*time);
}

template <std::optional<std::uint64_t> LaunchReport::* value>
InfoValue reported(const Event& event) {
  const auto found = event.report().value_or(LaunchReport{}).*value;
  return found ? info<cl_ulong>(*found) : InfoValue::error(CL_PROFILING_INFO_NOT_AVAILABLE);
}

InfoValue launch_target(const Event& event) {
  const auto report = event.report();
  if (!report) return InfoValue::error(CL_PROFILING_INFO_NOT_AVAILABLE);
  return info<cl_profiling_target_quadcl>(
      report->target == LaunchTarget::qpu ? CL_PROFILING_TARGET_QPU_QUADCL : CL_PROFILING_TARGET_CPU_QUADCL);
}

constexpr InfoRow<Event> kProfilingInfo[]{
    {CL_PROFILING_COMMAND_QUEUED, profiling_time<&CommandTimes::queued>},
    {CL_PROFILING_COMMAND_SUBMIT, profiling_time<&CommandTimes::submitted>},
    {CL_PROFILING_COMMAND_START, profiling_time<&CommandTimes::started>},
    {CL_PROFILING_COMMAND_END, profiling_time<&CommandTimes::ended>},
    // None of our commands has child commands.
    {CL_PROFILING_COMMAND_COMPLETE, profiling_time<&CommandTimes::ended>},
    {CL_PROFILING_COMMAND_QPU_INSTRUCTIONS_QUADCL, reported<&LaunchReport::qpu_instructions>},
    {CL_PROFILING_COMMAND_QPU_CYCLES_QUADCL, reported<&LaunchReport::modelled_cycles>},
    {CL_PROFILING_COMMAND_QPU_NANOSECONDS_QUADCL, reported<&LaunchReport::modelled_nanoseconds>},
    {CL_PROFILING_COMMAND_PACKING_NANOSECONDS_QUADCL, reported<&LaunchReport::packing_nanoseconds>},
    {CL_PROFILING_COMMAND_TARGET_QUADCL, launch_target},
};

/// CL_PROFILING_INFO_NOT_AVAILABLE for user events, for queues without CL_QUEUE_PROFILING_ENABLE, and unless
/// the command is complete.
cl_int check_profiling(const Event& event) {
  const bool available =
      event.queue() != nullptr && event.queue()->profiles() && event.status() == CL_COMPLETE;
  return available ? CL_SUCCESS : CL_PROFILING_INFO_NOT_AVAILABLE;
}

}  // namespace

cl_int CL_API_CALL clWaitForEvents(cl_uint num_events, const cl_event* event_list) {
  return entry("clWaitForEvents", [&]() -> cl_int {
    if (num_events == 0 || event_list == nullptr) return CL_INVALID_VALUE;
    ICD_TRY(const auto events, find_all(std::span(event_list, num_events)));
    ICD_CHECK(check_same_context(events));
    return wait_for_all(events);
  });
}

cl_event CL_API_CALL clCreateUserEvent(cl_context context, cl_int* errcode_ret) {
  return entry<cl_event>("clCreateUserEvent", errcode_ret, [&]() -> Outcome<cl_event> {
    ICD_TRY(auto in_context, find(context));
    const auto event = make<Event>(CL_COMMAND_USER, CL_SUBMITTED);
    event->belongs_to(std::move(in_context), nullptr);
    return publish<cl_event>(event);
  });
}

cl_int CL_API_CALL clSetUserEventStatus(cl_event event, cl_int execution_status) {
  return entry("clSetUserEventStatus", [&]() -> cl_int {
    ICD_TRY(const auto object, find(event));
    if (object->type() != CL_COMMAND_USER) return CL_INVALID_EVENT;
    ICD_CHECK(check_user_status(execution_status));
    return set_user_status(*object, execution_status);
  });
}

cl_int CL_API_CALL clRetainEvent(cl_event event) {
  return entry("clRetainEvent", [&] { return retain_handle(event); });
}

cl_int CL_API_CALL clReleaseEvent(cl_event event) {
  return entry("clReleaseEvent", [&] { return release_handle(event); });
}

cl_int CL_API_CALL clGetEventInfo(cl_event event, cl_event_info param_name, size_t param_value_size,
                                  void* param_value, size_t* param_value_size_ret) {
  return entry("clGetEventInfo", [&]() -> cl_int {
    ICD_TRY(const auto object, find(event));
    return query(kEventInfo, *object, param_name, {param_value_size, param_value, param_value_size_ret});
  });
}

cl_int CL_API_CALL clSetEventCallback(cl_event event, cl_int command_exec_callback_type,
                                      Event::Callback pfn_event_notify, void* user_data) {
  return entry("clSetEventCallback", [&]() -> cl_int {
    ICD_TRY(const auto object, find(event));
    ICD_CHECK(check_callback(command_exec_callback_type, pfn_event_notify));
    object->add_callback(command_exec_callback_type, pfn_event_notify, user_data);
    return CL_SUCCESS;
  });
}

cl_int CL_API_CALL clGetEventProfilingInfo(cl_event event, cl_profiling_info param_name,
                                           size_t param_value_size, void* param_value,
                                           size_t* param_value_size_ret) {
  return entry("clGetEventProfilingInfo", [&]() -> cl_int {
    ICD_TRY(const auto object, find(event));
    ICD_CHECK(check_profiling(*object));
    return query(kProfilingInfo, *object, param_name, {param_value_size, param_value, param_value_size_ret});
  });
}

}  // namespace quadcl::icd::api
