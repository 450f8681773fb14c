// SPDX-License-Identifier: Apache-2.0
#include "icd/api/checks.h"

#include <algorithm>

#include "icd/api/handle.h"
#include "icd/api/properties.h"
#include "icd/objects/memory_flags.h"

namespace quadcl::icd {
namespace {

/// CL_DEVICE_TYPE_DEFAULT: the first available device, but an emulated one only if there is no other: it is
/// slower than the CPU that emulates it. NULL if none is available.
const Device* default_device() {
  const Device* emulated = nullptr;
  for (const Device* device : Platform::instance().devices()) {
    if (!device->is_available()) continue;
    if (!device->description().emulated) return device;
    if (emulated == nullptr) emulated = device;
  }
  return emulated;
}

}  // namespace

cl_int check_device_type(cl_device_type type) {
  constexpr cl_device_type known = CL_DEVICE_TYPE_DEFAULT | CL_DEVICE_TYPE_CPU | CL_DEVICE_TYPE_GPU |
                                   CL_DEVICE_TYPE_ACCELERATOR | CL_DEVICE_TYPE_CUSTOM;
  if (type == CL_DEVICE_TYPE_ALL) return CL_SUCCESS;
  return type != 0 && (type & ~known) == 0 ? CL_SUCCESS : CL_INVALID_DEVICE_TYPE;
}

std::vector<Device*> devices_of_type(cl_device_type type) {
  const Device* chosen = (type & CL_DEVICE_TYPE_DEFAULT) != 0 ? default_device() : nullptr;
  std::vector<Device*> found;
  for (Device* device : Platform::instance().devices()) {
    const bool is_default = device == chosen;
    if (is_default || (device->type() & type) != 0) found.push_back(device);
  }
  return found;
}

Outcome<Ref<Device>> find_device(cl_device_id device, const Context& context) {
  ICD_TRY(auto object, find(device));
  if (!context.has(*object)) return CL_INVALID_DEVICE;
  return object;
}

Outcome<std::vector<Device*>> find_device_list(cl_uint count, const cl_device_id* devices,
                                               std::span<Device* const> allowed) {
  if ((count == 0) != (devices == nullptr)) return CL_INVALID_VALUE;
  if (devices == nullptr) return std::vector<Device*>(allowed.begin(), allowed.end());
  std::vector<Device*> list;
  for (const cl_device_id handle : std::span(devices, count)) {
    ICD_TRY(const auto device, find(handle));
    if (std::find(allowed.begin(), allowed.end(), device.get()) == allowed.end()) return CL_INVALID_DEVICE;
    if (std::find(list.begin(), list.end(), device.get()) == list.end()) list.push_back(device.get());
  }
  return list;
}

Outcome<std::vector<Ref<Event>>> find_wait_list(const Context& context, cl_uint count,
                                                const cl_event* events) {
  if ((count == 0) != (events == nullptr)) return CL_INVALID_EVENT_WAIT_LIST;
  auto found = find_all(std::span(events, count));
  if (!found.ok()) return CL_INVALID_EVENT_WAIT_LIST;
  for (const Ref<Event>& event : found.value())
    if (event->context() != &context) return CL_INVALID_CONTEXT;
  return found;
}

Outcome<Ref<MemoryObject>> find_memory_object(cl_mem memobj, const Context& context) {
  ICD_TRY(auto memory_object, find(memobj));
  if (&memory_object->context() != &context) return CL_INVALID_CONTEXT;
  return memory_object;
}

Outcome<Ref<Buffer>> find_buffer(cl_mem memobj) {
  ICD_TRY(auto memory_object, find(memobj));
  if (memory_object->type() != Buffer::kType) return CL_INVALID_MEM_OBJECT;
  return Ref<Buffer>::adopt(static_cast<Buffer*>(memory_object.leak()));
}

Outcome<Ref<Buffer>> find_buffer(cl_mem memobj, const Context& context) {
  ICD_TRY(auto buffer, find_buffer(memobj));
  if (&buffer->context() != &context) return CL_INVALID_CONTEXT;
  return buffer;
}

Outcome<Ref<Image>> find_image(cl_mem memobj) {
  ICD_TRY(auto memory_object, find(memobj));
  if (!Image::is_type(memory_object->type())) return CL_INVALID_MEM_OBJECT;
  return Ref<Image>::adopt(static_cast<Image*>(memory_object.leak()));
}

Outcome<Ref<Image>> find_image(cl_mem memobj, const Context& context) {
  ICD_TRY(auto image, find_image(memobj));
  if (&image->context() != &context) return CL_INVALID_CONTEXT;
  return image;
}

cl_int check_memory_flags(cl_mem_flags flags) {
  if ((flags & ~(kAccessFlags | kHostAccessFlags | kHostPointerFlags)) != 0) return CL_INVALID_VALUE;
  if (!at_most_one(flags, kAccessFlags) || !at_most_one(flags, kHostAccessFlags)) return CL_INVALID_VALUE;
  const bool uses_host_ptr = (flags & CL_MEM_USE_HOST_PTR) != 0;
  const bool has_own_storage = (flags & (CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR)) != 0;
  return uses_host_ptr && has_own_storage ? CL_INVALID_VALUE : CL_SUCCESS;
}

cl_int check_part_flags(cl_mem_flags flags, cl_mem_flags parent) {
  struct Row {
    cl_mem_flags parent, forbidden;
  };
  constexpr Row rows[]{
      {CL_MEM_WRITE_ONLY, CL_MEM_READ_WRITE | CL_MEM_READ_ONLY},
      {CL_MEM_READ_ONLY, CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY},
      {CL_MEM_HOST_WRITE_ONLY, CL_MEM_HOST_READ_ONLY},
      {CL_MEM_HOST_READ_ONLY, CL_MEM_HOST_WRITE_ONLY},
      {CL_MEM_HOST_NO_ACCESS, CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_WRITE_ONLY},
  };
  ICD_CHECK(check_memory_flags(flags));
  if ((flags & kHostPointerFlags) != 0) return CL_INVALID_VALUE;
  for (const Row& row : rows)
    if ((parent & row.parent) != 0 && (flags & row.forbidden) != 0) return CL_INVALID_VALUE;
  return CL_SUCCESS;
}

cl_int check_host_ptr(cl_mem_flags flags, const void* host_ptr) {
  const bool needed = (flags & (CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR)) != 0;
  return needed == (host_ptr != nullptr) ? CL_SUCCESS : CL_INVALID_HOST_PTR;
}

cl_int check_no_properties(const std::vector<cl_mem_properties>& properties) {
  return for_each_property(properties, [](auto, auto) { return CL_INVALID_PROPERTY; });
}

cl_int check_no_overlap(const MemoryObject& source, const Rectangle& from, const MemoryObject& target,
                        const Rectangle& to) {
  if (!source.shares_memory_with(target)) return CL_SUCCESS;
  const bool overlaps = overlap(from.moved(source.root_origin()), to.moved(target.root_origin()));
  return overlaps ? CL_MEM_COPY_OVERLAP : CL_SUCCESS;
}

cl_int check_pointer(const void* pointer) { return pointer != nullptr ? CL_SUCCESS : CL_INVALID_VALUE; }

cl_int check_map_flags(cl_map_flags flags) {
  if ((flags & ~(CL_MAP_READ | kMapsForWriting)) != 0) return CL_INVALID_VALUE;
  const bool invalidates = (flags & CL_MAP_WRITE_INVALIDATE_REGION) != 0;
  return invalidates && flags != CL_MAP_WRITE_INVALIDATE_REGION ? CL_INVALID_VALUE : CL_SUCCESS;
}

cl_int check_region(const MemoryObject& memory_object, std::size_t offset, std::size_t size) {
  const bool inside = offset <= memory_object.size() && size <= memory_object.size() - offset;
  return inside ? CL_SUCCESS : CL_INVALID_VALUE;
}

Outcome<Rectangle> box_in_image(const Image& image, const std::size_t* origin, const std::size_t* region) {
  if (origin == nullptr || region == nullptr) return CL_INVALID_VALUE;
  const Triple& extents = image.layout().extents;
  for (std::size_t d = 0; d < extents.size(); ++d)
    if (region[d] == 0 || origin[d] >= extents[d] || region[d] > extents[d] - origin[d])
      return CL_INVALID_VALUE;
  return image.layout().box({origin[0], origin[1], origin[2]}, {region[0], region[1], region[2]});
}

cl_int check_host_may_read(const MemoryObject& memory_object) {
  const bool forbidden = (memory_object.flags() & (CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_NO_ACCESS)) != 0;
  return forbidden ? CL_INVALID_OPERATION : CL_SUCCESS;
}

cl_int check_host_may_write(const MemoryObject& memory_object) {
  const bool forbidden = (memory_object.flags() & (CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS)) != 0;
  return forbidden ? CL_INVALID_OPERATION : CL_SUCCESS;
}

}  // namespace quadcl::icd
