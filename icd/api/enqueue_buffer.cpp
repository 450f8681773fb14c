// SPDX-License-Identifier: Apache-2.0
// Commands on contiguous regions of buffers.
#include "icd/api/checks.h"
#include "icd/api/enqueue.h"
#include "icd/api/entry_points.h"
#include "icd/api/handle.h"
#include "icd/api/pattern.h"
#include "icd/base/copy.h"
#include "icd/runtime/entry.h"

namespace quadcl::icd::api {
cl_int CL_API_CALL clEnqueueReadBuffer(cl_command_queue command_queue, cl_mem buffer, cl_bool blocking_read,
                                       size_t offset, size_t size, void* ptr, cl_uint num_events_in_wait_list,
                                       const cl_event* event_wait_list, cl_event* event) {
  return entry("clEnqueueReadBuffer", [&]() -> cl_int {
    ICD_TRY(auto enqueue, Enqueue::open(command_queue, {num_events_in_wait_list, event_wait_list, event}));
    ICD_TRY(auto source, find_buffer(buffer, enqueue.context()));
    ICD_CHECK(check_region(*source, offset, size));
    ICD_CHECK(check_pointer(ptr));
    ICD_CHECK(check_host_may_read(*source));
    // With CL_MEM_USE_HOST_PTR source and target may overlap.
    auto action = [source, offset, size, ptr] {
      copy_bytes(ptr, source->range().host + offset, size);
      return Completion();
    };
    return enqueue.submit(transfer(CL_COMMAND_READ_BUFFER, std::move(action)), blocking_read != CL_FALSE);
  });
}

cl_int CL_API_CALL clEnqueueWriteBuffer(cl_command_queue command_queue, cl_mem buffer, cl_bool blocking_write,
                                        size_t offset, size_t size, const void* ptr,
                                        cl_uint num_events_in_wait_list, const cl_event* event_wait_list,
                                        cl_event* event) {
  return entry("clEnqueueWriteBuffer", [&]() -> cl_int {
    ICD_TRY(auto enqueue, Enqueue::open(command_queue, {num_events_in_wait_list, event_wait_list, event}));
    ICD_TRY(auto target, find_buffer(buffer, enqueue.context()));
    ICD_CHECK(check_region(*target, offset, size));
    ICD_CHECK(check_pointer(ptr));
    ICD_CHECK(check_host_may_write(*target));
    auto action = [target, offset, size, ptr] {
      copy_bytes(target->range().host + offset, ptr, size);
      return Completion();
    };
    return enqueue.submit(transfer(CL_COMMAND_WRITE_BUFFER, std::move(action)), blocking_write != CL_FALSE);
  });
}

cl_int CL_API_CALL clEnqueueCopyBuffer(cl_command_queue command_queue, cl_mem src_buffer, cl_mem dst_buffer,
                                       size_t src_offset, size_t dst_offset, size_t size,
                                       cl_uint num_events_in_wait_list, const cl_event* event_wait_list,
                                       cl_event* event) {
  return entry("clEnqueueCopyBuffer", [&]() -> cl_int {
    ICD_TRY(auto enqueue, Enqueue::open(command_queue, {num_events_in_wait_list, event_wait_list, event}));
    ICD_TRY(auto source, find_buffer(src_buffer, enqueue.context()));
    ICD_TRY(auto target, find_buffer(dst_buffer, enqueue.context()));
    ICD_CHECK(check_region(*source, src_offset, size));
    ICD_CHECK(check_region(*target, dst_offset, size));
    ICD_CHECK(check_no_overlap(*source, Rectangle::row(src_offset, size), *target,
                               Rectangle::row(dst_offset, size)));
    auto action = [source, target, src_offset, dst_offset, size] {
      copy_bytes(target->range().host + dst_offset, source->range().host + src_offset, size);
      return Completion();
    };
    return enqueue.submit(transfer(CL_COMMAND_COPY_BUFFER, std::move(action)));
  });
}

cl_int CL_API_CALL clEnqueueFillBuffer(cl_command_queue command_queue, cl_mem buffer, const void* pattern,
                                       size_t pattern_size, size_t offset, size_t size,
                                       cl_uint num_events_in_wait_list, const cl_event* event_wait_list,
                                       cl_event* event) {
  return entry("clEnqueueFillBuffer", [&]() -> cl_int {
    ICD_TRY(auto enqueue, Enqueue::open(command_queue, {num_events_in_wait_list, event_wait_list, event}));
    ICD_TRY(auto target, find_buffer(buffer, enqueue.context()));
    ICD_CHECK(check_region(*target, offset, size));
    ICD_CHECK(Pattern::check(pattern, pattern_size, offset, size));
    auto action = [target, offset, size, bytes = Pattern(pattern, pattern_size)] {
      bytes.fill(target->range().host + offset, size);
      return Completion();
    };
    return enqueue.submit(transfer(CL_COMMAND_FILL_BUFFER, std::move(action)));
  });
}

}  // namespace quadcl::icd::api
