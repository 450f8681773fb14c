// SPDX-License-Identifier: Apache-2.0
#include "icd/api/checks.h"

#include <algorithm>

#include "icd/api/handle.h"
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

cl_int check_host_may_read(const MemoryObject& memory_object) {
  const bool forbidden = (memory_object.flags() & (CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_NO_ACCESS)) != 0;
  return forbidden ? CL_INVALID_OPERATION : CL_SUCCESS;
}

cl_int check_host_may_write(const MemoryObject& memory_object) {
  const bool forbidden = (memory_object.flags() & (CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS)) != 0;
  return forbidden ? CL_INVALID_OPERATION : CL_SUCCESS;
}

}  // namespace quadcl::icd
