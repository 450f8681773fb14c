// SPDX-License-Identifier: Apache-2.0
// Commands on rectangular regions of buffers.
#include "icd/api/checks.h"
#include "icd/api/enqueue.h"
#include "icd/api/entry_points.h"
#include "icd/api/handle.h"
#include "icd/runtime/entry.h"

namespace quadcl::icd::api {
namespace {

/// CL_INVALID_VALUE if the region is out of the buffer's bounds.
cl_int check_inside(const Rectangle& rectangle, const Buffer& buffer) {
  return rectangle.end <= buffer.size() ? CL_SUCCESS : CL_INVALID_VALUE;
}

/// CL_INVALID_VALUE if source and target are the same object and their pitches differ.
cl_int check_same_pitches(const Buffer& source, const Rectangle& from, const Buffer& target,
                          const Rectangle& to) {
  const bool differ = from.row_pitch != to.row_pitch || from.slice_pitch != to.slice_pitch;
  return &source == &target && differ ? CL_INVALID_VALUE : CL_SUCCESS;
}

}  // namespace

cl_int CL_API_CALL clEnqueueReadBufferRect(cl_command_queue command_queue, cl_mem buffer,
                                           cl_bool blocking_read, const size_t* buffer_origin,
                                           const size_t* host_origin, const size_t* region,
                                           size_t buffer_row_pitch, size_t buffer_slice_pitch,
                                           size_t host_row_pitch, size_t host_slice_pitch, void* ptr,
                                           cl_uint num_events_in_wait_list, const cl_event* event_wait_list,
                                           cl_event* event) {
  return entry("clEnqueueReadBufferRect", [&]() -> cl_int {
    ICD_TRY(auto enqueue, Enqueue::open(command_queue, {num_events_in_wait_list, event_wait_list, event}));
    ICD_TRY(auto source, find_buffer(buffer, enqueue.context()));
    ICD_TRY(const auto from, Rectangle::from(buffer_origin, region, buffer_row_pitch, buffer_slice_pitch));
    ICD_TRY(const auto to, Rectangle::from(host_origin, region, host_row_pitch, host_slice_pitch));
    ICD_CHECK(check_inside(from, *source));
    if (ptr == nullptr) return CL_INVALID_VALUE;
    ICD_CHECK(check_host_may_read(*source));
    return enqueue.submit(transfer_box(CL_COMMAND_READ_BUFFER_RECT, {from, std::move(source)}, {to, {}, ptr}),
                          blocking_read != CL_FALSE);
  });
}

cl_int CL_API_CALL clEnqueueWriteBufferRect(cl_command_queue command_queue, cl_mem buffer,
                                            cl_bool blocking_write, const size_t* buffer_origin,
                                            const size_t* host_origin, const size_t* region,
                                            size_t buffer_row_pitch, size_t buffer_slice_pitch,
                                            size_t host_row_pitch, size_t host_slice_pitch, const void* ptr,
                                            cl_uint num_events_in_wait_list, const cl_event* event_wait_list,
                                            cl_event* event) {
  return entry("clEnqueueWriteBufferRect", [&]() -> cl_int {
    ICD_TRY(auto enqueue, Enqueue::open(command_queue, {num_events_in_wait_list, event_wait_list, event}));
    ICD_TRY(auto target, find_buffer(buffer, enqueue.context()));
    ICD_TRY(const auto to, Rectangle::from(buffer_origin, region, buffer_row_pitch, buffer_slice_pitch));
    ICD_TRY(const auto from, Rectangle::from(host_origin, region, host_row_pitch, host_slice_pitch));
    ICD_CHECK(check_inside(to, *target));
    if (ptr == nullptr) return CL_INVALID_VALUE;
    ICD_CHECK(check_host_may_write(*target));
    return enqueue.submit(
        transfer_box(CL_COMMAND_WRITE_BUFFER_RECT, {from, {}, ptr}, {to, std::move(target)}),
        blocking_write != CL_FALSE);
  });
}

cl_int CL_API_CALL clEnqueueCopyBufferRect(cl_command_queue command_queue, cl_mem src_buffer,
                                           cl_mem dst_buffer, const size_t* src_origin,
                                           const size_t* dst_origin, const size_t* region,
                                           size_t src_row_pitch, size_t src_slice_pitch, size_t dst_row_pitch,
                                           size_t dst_slice_pitch, cl_uint num_events_in_wait_list,
                                           const cl_event* event_wait_list, cl_event* event) {
  return entry("clEnqueueCopyBufferRect", [&]() -> cl_int {
    ICD_TRY(auto enqueue, Enqueue::open(command_queue, {num_events_in_wait_list, event_wait_list, event}));
    ICD_TRY(auto source, find_buffer(src_buffer, enqueue.context()));
    ICD_TRY(auto target, find_buffer(dst_buffer, enqueue.context()));
    ICD_TRY(const auto from, Rectangle::from(src_origin, region, src_row_pitch, src_slice_pitch));
    ICD_TRY(const auto to, Rectangle::from(dst_origin, region, dst_row_pitch, dst_slice_pitch));
    ICD_CHECK(check_inside(from, *source));
    ICD_CHECK(check_inside(to, *target));
    ICD_CHECK(check_same_pitches(*source, from, *target, to));
    ICD_CHECK(check_no_overlap(*source, from, *target, to));
    return enqueue.submit(
        transfer_box(CL_COMMAND_COPY_BUFFER_RECT, {from, std::move(source)}, {to, std::move(target)}));
  });
}

}  // namespace quadcl::icd::api
