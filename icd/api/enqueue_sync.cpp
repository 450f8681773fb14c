// SPDX-License-Identifier: Apache-2.0
// Markers and barriers of all OpenCL versions.
#include "icd/api/enqueue.h"
#include "icd/api/entry_points.h"
#include "icd/runtime/entry.h"

namespace quadcl::icd::api {
namespace {

cl_int enqueue_point(cl_command_queue queue, cl_command_type type, Ordering ordering,
                     const EventArguments& events) {
  ICD_TRY(auto enqueue, Enqueue::open(queue, events));
  return enqueue.submit({type, nullptr, {}, ordering});
}

}  // namespace

cl_int CL_API_CALL clEnqueueMarkerWithWaitList(cl_command_queue command_queue,
                                               cl_uint num_events_in_wait_list,
                                               const cl_event* event_wait_list, cl_event* event) {
  return entry("clEnqueueMarkerWithWaitList", [&] {
    return enqueue_point(command_queue, CL_COMMAND_MARKER, Ordering::marker,
                         {num_events_in_wait_list, event_wait_list, event});
  });
}

cl_int CL_API_CALL clEnqueueBarrierWithWaitList(cl_command_queue command_queue,
                                                cl_uint num_events_in_wait_list,
                                                const cl_event* event_wait_list, cl_event* event) {
  return entry("clEnqueueBarrierWithWaitList", [&] {
    return enqueue_point(command_queue, CL_COMMAND_BARRIER, Ordering::barrier,
                         {num_events_in_wait_list, event_wait_list, event});
  });
}

cl_int CL_API_CALL clEnqueueMarker(cl_command_queue command_queue, cl_event* event) {
  return entry("clEnqueueMarker", [&]() -> cl_int {
    ICD_TRY(auto enqueue, Enqueue::open(command_queue, {0, nullptr, event}));
    if (event == nullptr) return CL_INVALID_VALUE;
    return enqueue.submit({CL_COMMAND_MARKER, nullptr, {}, Ordering::marker});
  });
}

cl_int CL_API_CALL clEnqueueWaitForEvents(cl_command_queue command_queue, cl_uint num_events,
                                          const cl_event* event_list) {
  return entry("clEnqueueWaitForEvents", [&]() -> cl_int {
    ICD_CHECK(Enqueue::open(command_queue, {}).error());
    if (num_events == 0 || event_list == nullptr) return CL_INVALID_VALUE;
    auto enqueue = Enqueue::open(command_queue, {num_events, event_list, nullptr});
    // For an invalid wait list this function has its own error code.
    if (enqueue.error() == CL_INVALID_EVENT_WAIT_LIST) return CL_INVALID_EVENT;
    ICD_CHECK(enqueue.error());
    return enqueue.value().submit({CL_COMMAND_BARRIER, nullptr, {}, Ordering::barrier});
  });
}

cl_int CL_API_CALL clEnqueueBarrier(cl_command_queue command_queue) {
  return entry("clEnqueueBarrier",
               [&] { return enqueue_point(command_queue, CL_COMMAND_BARRIER, Ordering::barrier, {}); });
}

}  // namespace quadcl::icd::api
