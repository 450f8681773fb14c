// SPDX-License-Identifier: Apache-2.0
// Shared virtual memory. All devices work on the host's memory, so maps, unmaps and migrations are only
// points in a queue.
#include <algorithm>
#include <bit>
#include <memory>
#include <span>
#include <vector>

#include "icd/api/checks.h"
#include "icd/api/enqueue.h"
#include "icd/api/entry_points.h"
#include "icd/api/handle.h"
#include "icd/api/pattern.h"
#include "icd/base/copy.h"
#include "icd/objects/memory_flags.h"
#include "icd/runtime/entry.h"

namespace quadcl::icd::api {
namespace {

using FreeCallback = void(CL_CALLBACK*)(cl_command_queue queue, cl_uint count, void* pointers[],
                                        void* user_data);

/// CL_INVALID_VALUE if a flag does not exist, flags exclude each other, or CL_MEM_SVM_ATOMICS comes without
/// CL_MEM_SVM_FINE_GRAIN_BUFFER.
cl_int check_flags(cl_svm_mem_flags flags) {
  constexpr cl_svm_mem_flags sharing = CL_MEM_SVM_FINE_GRAIN_BUFFER | CL_MEM_SVM_ATOMICS;
  if ((flags & ~(kAccessFlags | sharing)) != 0 || !at_most_one(flags, kAccessFlags)) return CL_INVALID_VALUE;
  return (flags & sharing) == CL_MEM_SVM_ATOMICS ? CL_INVALID_VALUE : CL_SUCCESS;
}

/// CL_INVALID_VALUE if size is 0 or more than a device of the context can allocate.
cl_int check_svm_allocation(const Context& context, std::size_t size) {
  const auto devices = context.devices();
  const bool fits = std::all_of(devices.begin(), devices.end(), [&](const Device* device) {
    return size <= device->description().max_allocation_bytes;
  });
  return size > 0 && fits ? CL_SUCCESS : CL_INVALID_VALUE;
}

/// CL_INVALID_VALUE unless the alignment is 0 or the alignment of a type of OpenCL C.
cl_int check_alignment(cl_uint alignment) {
  const bool known = alignment == 0 || (std::has_single_bit(alignment) && alignment <= kBufferAlignment);
  return known ? CL_SUCCESS : CL_INVALID_VALUE;
}

/// CL_INVALID_VALUE if size is 0, or map_flags are not valid.
cl_int check_map(cl_map_flags flags, std::size_t size) {
  return size > 0 ? check_map_flags(flags) : CL_INVALID_VALUE;
}

/// CL_MEM_COPY_OVERLAP if the regions have a byte in common.
cl_int check_no_overlap(const void* first, const void* second, std::size_t size) {
  const auto a = reinterpret_cast<std::uintptr_t>(first);
  const auto b = reinterpret_cast<std::uintptr_t>(second);
  return a < b + size && b < a + size ? CL_MEM_COPY_OVERLAP : CL_SUCCESS;
}

/// CL_INVALID_VALUE if there are no pointers, a flag does not exist, or a region is not in an allocation.
cl_int check_migration(Context& context, std::span<const void* const> pointers, const std::size_t* sizes,
                       cl_mem_migration_flags flags) {
  constexpr cl_mem_migration_flags known =
      CL_MIGRATE_MEM_OBJECT_HOST | CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED;
  if (pointers.empty() || pointers.data() == nullptr || (flags & ~known) != 0) return CL_INVALID_VALUE;
  for (std::size_t i = 0; i < pointers.size(); ++i)
    if (!context.svm().holds(pointers[i], sizes != nullptr ? sizes[i] : 0)) return CL_INVALID_VALUE;
  return CL_SUCCESS;
}

/// CL_INVALID_VALUE if there are pointers but their number is 0, or the reverse.
cl_int check_pointers(cl_uint count, void* const* pointers) {
  return (count == 0) == (pointers == nullptr) ? CL_SUCCESS : CL_INVALID_VALUE;
}

/// The arguments of clEnqueueSVMFree. Keeps the queue's handle valid until the callback has returned.
class PointersToFree {
 public:
  PointersToFree(Queue& queue, std::span<void* const> pointers, FreeCallback function, void* user_data)
      : queue_(Ref<Queue>(&queue)),
        pointers_(pointers.begin(), pointers.end()),
        function_(function),
        user_data_(user_data) {}

  void free() {
    if (function_ != nullptr) {
      function_(handle_of<cl_command_queue>(queue_.get()), static_cast<cl_uint>(pointers_.size()),
                pointers_.data(), user_data_);
    } else {
      for (const void* pointer : pointers_) queue_->context().svm().free(pointer);
    }
  }

 private:
  Attachment<Queue> queue_;
  std::vector<void*> pointers_;
  const FreeCallback function_;
  void* const user_data_;
};

CommandSpec point_in_queue(cl_command_type type) { return {type, nullptr, nullptr, Ordering::plain}; }

}  // namespace

void* CL_API_CALL clSVMAlloc(cl_context context, cl_svm_mem_flags flags, size_t size, cl_uint alignment) {
  return entry<void*>("clSVMAlloc", nullptr, [&]() -> Outcome<void*> {
    ICD_TRY(const auto in_context, find(context));
    ICD_CHECK(check_flags(flags));
    ICD_CHECK(check_svm_allocation(*in_context, size));
    ICD_CHECK(check_alignment(alignment));
    ICD_TRY(auto memory, in_context->allocate(size, "SVM"));
    return in_context->svm().add(std::move(memory));
  });
}

void CL_API_CALL clSVMFree(cl_context context, void* svm_pointer) {
  entry("clSVMFree", [&]() -> cl_int {
    ICD_TRY(const auto in_context, find(context));
    in_context->svm().free(svm_pointer);
    return CL_SUCCESS;
  });
}

cl_int CL_API_CALL clEnqueueSVMFree(cl_command_queue command_queue, cl_uint num_svm_pointers,
                                    void* svm_pointers[], FreeCallback pfn_free_func, void* user_data,
                                    cl_uint num_events_in_wait_list, const cl_event* event_wait_list,
                                    cl_event* event) {
  return entry("clEnqueueSVMFree", [&]() -> cl_int {
    ICD_TRY(auto enqueue, Enqueue::open(command_queue, {num_events_in_wait_list, event_wait_list, event}));
    ICD_CHECK(check_pointers(num_svm_pointers, svm_pointers));
    const auto pointers = std::make_shared<PointersToFree>(
        enqueue.queue(), std::span<void* const>(svm_pointers, num_svm_pointers), pfn_free_func, user_data);
    auto action = [pointers] {
      pointers->free();
      return Completion();
    };
    return enqueue.submit(transfer(CL_COMMAND_SVM_FREE, std::move(action)));
  });
}

cl_int CL_API_CALL clEnqueueSVMMemcpy(cl_command_queue command_queue, cl_bool blocking_copy, void* dst_ptr,
                                      const void* src_ptr, size_t size, cl_uint num_events_in_wait_list,
                                      const cl_event* event_wait_list, cl_event* event) {
  return entry("clEnqueueSVMMemcpy", [&]() -> cl_int {
    ICD_TRY(auto enqueue, Enqueue::open(command_queue, {num_events_in_wait_list, event_wait_list, event}));
    ICD_CHECK(check_pointer(dst_ptr));
    ICD_CHECK(check_pointer(src_ptr));
    ICD_CHECK(check_no_overlap(dst_ptr, src_ptr, size));
    auto action = [dst_ptr, src_ptr, size] {
      copy_bytes(dst_ptr, src_ptr, size);
      return Completion();
    };
    return enqueue.submit(transfer(CL_COMMAND_SVM_MEMCPY, std::move(action)), blocking_copy != CL_FALSE);
  });
}

cl_int CL_API_CALL clEnqueueSVMMemFill(cl_command_queue command_queue, void* svm_ptr, const void* pattern,
                                       size_t pattern_size, size_t size, cl_uint num_events_in_wait_list,
                                       const cl_event* event_wait_list, cl_event* event) {
  return entry("clEnqueueSVMMemFill", [&]() -> cl_int {
    ICD_TRY(auto enqueue, Enqueue::open(command_queue, {num_events_in_wait_list, event_wait_list, event}));
    ICD_CHECK(check_pointer(svm_ptr));
    // "CL_INVALID_VALUE if svm_ptr is not aligned to pattern_size bytes"
    ICD_CHECK(Pattern::check(pattern, pattern_size, reinterpret_cast<std::uintptr_t>(svm_ptr), size));
    auto action = [target = static_cast<std::byte*>(svm_ptr), size, bytes = Pattern(pattern, pattern_size)] {
      bytes.fill(target, size);
      return Completion();
    };
    return enqueue.submit(transfer(CL_COMMAND_SVM_MEMFILL, std::move(action)));
  });
}

cl_int CL_API_CALL clEnqueueSVMMap(cl_command_queue command_queue, cl_bool blocking_map, cl_map_flags flags,
                                   void* svm_ptr, size_t size, cl_uint num_events_in_wait_list,
                                   const cl_event* event_wait_list, cl_event* event) {
  return entry("clEnqueueSVMMap", [&]() -> cl_int {
    ICD_TRY(auto enqueue, Enqueue::open(command_queue, {num_events_in_wait_list, event_wait_list, event}));
    ICD_CHECK(check_pointer(svm_ptr));
    ICD_CHECK(check_map(flags, size));
    return enqueue.submit(point_in_queue(CL_COMMAND_SVM_MAP), blocking_map != CL_FALSE);
  });
}

cl_int CL_API_CALL clEnqueueSVMUnmap(cl_command_queue command_queue, void* svm_ptr,
                                     cl_uint num_events_in_wait_list, const cl_event* event_wait_list,
                                     cl_event* event) {
  return entry("clEnqueueSVMUnmap", [&]() -> cl_int {
    ICD_TRY(auto enqueue, Enqueue::open(command_queue, {num_events_in_wait_list, event_wait_list, event}));
    ICD_CHECK(check_pointer(svm_ptr));
    return enqueue.submit(point_in_queue(CL_COMMAND_SVM_UNMAP));
  });
}

cl_int CL_API_CALL clEnqueueSVMMigrateMem(cl_command_queue command_queue, cl_uint num_svm_pointers,
                                          const void** svm_pointers, const size_t* sizes,
                                          cl_mem_migration_flags flags, cl_uint num_events_in_wait_list,
                                          const cl_event* event_wait_list, cl_event* event) {
  return entry("clEnqueueSVMMigrateMem", [&]() -> cl_int {
    ICD_TRY(auto enqueue, Enqueue::open(command_queue, {num_events_in_wait_list, event_wait_list, event}));
    ICD_CHECK(check_migration(enqueue.context(), std::span(svm_pointers, num_svm_pointers), sizes, flags));
    return enqueue.submit(point_in_queue(CL_COMMAND_SVM_MIGRATE_MEM));
  });
}

}  // namespace quadcl::icd::api
