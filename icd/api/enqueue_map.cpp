// SPDX-License-Identifier: Apache-2.0
#include "icd/api/checks.h"
#include "icd/api/enqueue.h"
#include "icd/api/entry_points.h"
#include "icd/api/handle.h"
#include "icd/objects/memory_flags.h"
#include "icd/runtime/entry.h"

namespace quadcl::icd::api {
namespace {

/// CL_INVALID_OPERATION if the host access flags forbid the mapping.
cl_int check_map_access(const MemoryObject& memory_object, cl_map_flags flags) {
  if ((flags & CL_MAP_READ) != 0) ICD_CHECK(check_host_may_read(memory_object));
  if ((flags & kMapsForWriting) != 0) ICD_CHECK(check_host_may_write(memory_object));
  return CL_SUCCESS;
}

CommandSpec map_or_unmap(cl_command_type type, const MemoryObject& memory_object, Action action) {
  WorkerLane* lane = memory_object.is_cached() ? &Platform::instance().transfers() : nullptr;
  return {type, lane, std::move(action), Ordering::plain};
}

/// Restores the record of a mapping unless the call succeeds. An exception counts as failure.
class MappingRecord {
 public:
  using Settle = void (MemoryObject::*)(const Mapping&) noexcept;

  MappingRecord(MemoryObject& memory_object, const Mapping& mapping, Settle on_failure)
      : memory_object_(memory_object), mapping_(mapping), settle_(on_failure) {}
  MappingRecord(const MappingRecord&) = delete;
  MappingRecord& operator=(const MappingRecord&) = delete;
  ~MappingRecord() { (memory_object_.*settle_)(mapping_); }

  void succeed(Settle settle) { settle_ = settle; }

 private:
  MemoryObject& memory_object_;
  const Mapping mapping_;
  Settle settle_;
};

Outcome<void*> enqueue_map(Enqueue& enqueue, cl_command_type type, Ref<MemoryObject> mapped,
                           const Rectangle& box, cl_map_flags flags, bool blocking) {
  ICD_CHECK(check_map_flags(flags));
  ICD_CHECK(check_map_access(*mapped, flags));
  const auto mapping = mapped->map(box, flags);
  if (!mapping) return CL_INVALID_OPERATION;
  MappingRecord record(*mapped, *mapping, &MemoryObject::forget);
  auto action = [mapped, mapping] {
    mapped->synchronise_map(*mapping);
    return Completion();
  };
  ICD_CHECK(enqueue.submit(map_or_unmap(type, *mapped, std::move(action)), blocking));
  record.succeed(&MemoryObject::keep);
  return static_cast<void*>(mapping->pointer);
}

/// CL_INVALID_VALUE if there is no place for a pitch that the image has.
cl_int check_pitch_pointers(const Image& image, const std::size_t* row_pitch,
                            const std::size_t* slice_pitch) {
  if (row_pitch == nullptr) return CL_INVALID_VALUE;
  return image.layout().type->has_slices() && slice_pitch == nullptr ? CL_INVALID_VALUE : CL_SUCCESS;
}

/// CL_INVALID_VALUE if a flag does not exist.
cl_int check_migration_flags(cl_mem_migration_flags flags) {
  constexpr cl_mem_migration_flags known =
      CL_MIGRATE_MEM_OBJECT_HOST | CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED;
  return (flags & ~known) == 0 ? CL_SUCCESS : CL_INVALID_VALUE;
}

/// All devices of a context share its memory, so migration moves nothing: the command is only a point in the
/// queue.
cl_int enqueue_migration(Enqueue& enqueue, std::span<const cl_mem> handles) {
  std::vector<Ref<MemoryObject>> memory_objects;
  for (const cl_mem handle : handles) {
    ICD_TRY(auto memory_object, find_memory_object(handle, enqueue.context()));
    memory_objects.push_back(std::move(memory_object));
  }
  auto action = [memory_objects] { return Completion(); };
  return enqueue.submit({CL_COMMAND_MIGRATE_MEM_OBJECTS, nullptr, std::move(action), Ordering::plain});
}

}  // namespace

void* CL_API_CALL clEnqueueMapBuffer(cl_command_queue command_queue, cl_mem buffer, cl_bool blocking_map,
                                     cl_map_flags map_flags, size_t offset, size_t size,
                                     cl_uint num_events_in_wait_list, const cl_event* event_wait_list,
                                     cl_event* event, cl_int* errcode_ret) {
  return entry<void*>("clEnqueueMapBuffer", errcode_ret, [&]() -> Outcome<void*> {
    ICD_TRY(auto enqueue, Enqueue::open(command_queue, {num_events_in_wait_list, event_wait_list, event}));
    ICD_TRY(auto mapped, find_buffer(buffer, enqueue.context()));
    ICD_CHECK(check_region(*mapped, offset, size));
    if (size == 0) return CL_INVALID_VALUE;
    return enqueue_map(enqueue, CL_COMMAND_MAP_BUFFER, std::move(mapped), Rectangle::row(offset, size),
                       map_flags, blocking_map != CL_FALSE);
  });
}

void* CL_API_CALL clEnqueueMapImage(cl_command_queue command_queue, cl_mem image, cl_bool blocking_map,
                                    cl_map_flags map_flags, const size_t* origin, const size_t* region,
                                    size_t* image_row_pitch, size_t* image_slice_pitch,
                                    cl_uint num_events_in_wait_list, const cl_event* event_wait_list,
                                    cl_event* event, cl_int* errcode_ret) {
  return entry<void*>("clEnqueueMapImage", errcode_ret, [&]() -> Outcome<void*> {
    ICD_TRY(auto enqueue, Enqueue::open(command_queue, {num_events_in_wait_list, event_wait_list, event}));
    ICD_TRY(const auto mapped, find_image(image, enqueue.context()));
    ICD_TRY(const Rectangle box, box_in_image(*mapped, origin, region));
    ICD_CHECK(check_pitch_pointers(*mapped, image_row_pitch, image_slice_pitch));
    ICD_TRY(void* pointer,
            enqueue_map(enqueue, CL_COMMAND_MAP_IMAGE, mapped, box, map_flags, blocking_map != CL_FALSE));
    const ImageLayout& layout = mapped->layout();
    *image_row_pitch = layout.row_pitch;
    if (image_slice_pitch != nullptr) *image_slice_pitch = layout.type->has_slices() ? layout.slice_pitch : 0;
    return pointer;
  });
}

cl_int CL_API_CALL clEnqueueUnmapMemObject(cl_command_queue command_queue, cl_mem memobj, void* mapped_ptr,
                                           cl_uint num_events_in_wait_list, const cl_event* event_wait_list,
                                           cl_event* event) {
  return entry("clEnqueueUnmapMemObject", [&]() -> cl_int {
    ICD_TRY(auto enqueue, Enqueue::open(command_queue, {num_events_in_wait_list, event_wait_list, event}));
    ICD_TRY(auto mapped, find_memory_object(memobj, enqueue.context()));
    const auto mapping = mapped->unmap(mapped_ptr);
    if (!mapping) return CL_INVALID_VALUE;
    MappingRecord record(*mapped, *mapping, &MemoryObject::keep);
    auto action = [mapped, mapping] {
      mapped->synchronise_unmap(*mapping);
      return Completion();
    };
    ICD_CHECK(enqueue.submit(map_or_unmap(CL_COMMAND_UNMAP_MEM_OBJECT, *mapped, std::move(action))));
    record.succeed(&MemoryObject::forget);
    return CL_SUCCESS;
  });
}

cl_int CL_API_CALL clEnqueueMigrateMemObjects(cl_command_queue command_queue, cl_uint num_mem_objects,
                                              const cl_mem* mem_objects, cl_mem_migration_flags flags,
                                              cl_uint num_events_in_wait_list,
                                              const cl_event* event_wait_list, cl_event* event) {
  return entry("clEnqueueMigrateMemObjects", [&]() -> cl_int {
    ICD_TRY(auto enqueue, Enqueue::open(command_queue, {num_events_in_wait_list, event_wait_list, event}));
    if (num_mem_objects == 0 || mem_objects == nullptr) return CL_INVALID_VALUE;
    ICD_CHECK(check_migration_flags(flags));
    return enqueue_migration(enqueue, std::span(mem_objects, num_mem_objects));
  });
}

}  // namespace quadcl::icd::api
