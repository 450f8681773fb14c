// SPDX-License-Identifier: Apache-2.0
// From OpenCL handles to our objects and back. Nothing else in icd/ casts a handle.
#pragma once

#include <span>
#include <vector>

#include "icd/base/outcome.h"
#include "icd/objects/context.h"
#include "icd/objects/device.h"
#include "icd/objects/kernel.h"
#include "icd/objects/memory_object.h"
#include "icd/objects/platform.h"
#include "icd/objects/program.h"
#include "icd/objects/sampler.h"
#include "icd/runtime/event.h"
#include "icd/runtime/queue.h"

namespace quadcl::icd {

/// For each handle type: the class behind it and the error for a handle that is not valid.
template <typename Handle>
struct HandleTraits;

#define ICD_HANDLE(HandleType, Class, object_kind, error)       \
  template <>                                                   \
  struct HandleTraits<HandleType> {                             \
    using Type = Class;                                         \
    static constexpr ObjectKind kind = ObjectKind::object_kind; \
    static constexpr cl_int invalid = error;                    \
  }
ICD_HANDLE(cl_platform_id, Platform, platform, CL_INVALID_PLATFORM);
ICD_HANDLE(cl_device_id, Device, device, CL_INVALID_DEVICE);
ICD_HANDLE(cl_context, Context, context, CL_INVALID_CONTEXT);
ICD_HANDLE(cl_command_queue, Queue, queue, CL_INVALID_COMMAND_QUEUE);
ICD_HANDLE(cl_mem, MemoryObject, memory, CL_INVALID_MEM_OBJECT);
ICD_HANDLE(cl_program, Program, program, CL_INVALID_PROGRAM);
ICD_HANDLE(cl_kernel, Kernel, kernel, CL_INVALID_KERNEL);
ICD_HANDLE(cl_event, Event, event, CL_INVALID_EVENT);
ICD_HANDLE(cl_sampler, Sampler, sampler, CL_INVALID_SAMPLER);
#undef ICD_HANDLE

/// The object behind a handle that an application passed, kept alive; or CL_INVALID_<type>.
template <typename Handle>
Outcome<Ref<typename HandleTraits<Handle>::Type>> find(Handle handle) {
  using Traits = HandleTraits<Handle>;
  Ref<Object> object = Platform::instance().handles().find(handle, Traits::kind);
  if (!object) return Traits::invalid;
  return Ref<typename Traits::Type>::adopt(static_cast<typename Traits::Type*>(object.leak()));
}

/// The same for an array; the error is that of the first invalid handle.
template <typename Handle>
Outcome<std::vector<Ref<typename HandleTraits<Handle>::Type>>> find_all(std::span<const Handle> handles) {
  std::vector<Ref<typename HandleTraits<Handle>::Type>> objects;
  objects.reserve(handles.size());
  for (const Handle handle : handles) {
    ICD_TRY(auto object, find(handle));
    objects.push_back(std::move(object));
  }
  return objects;
}

/// Gives a new object its handle and hands it to the application.
template <typename Handle>
Handle publish(const Ref<typename HandleTraits<Handle>::Type>& object) {
  return static_cast<Handle>(object->publish(Platform::instance().handles()));
}

/// The handle of an object, which must have one; NULL for no object.
template <typename Handle>
Handle handle_of(const typename HandleTraits<Handle>::Type* object) {
  return object != nullptr ? static_cast<Handle>(object->handle()) : nullptr;
}

/// The same for the queue of an event.
inline cl_command_queue handle_of(const CommandStream* queue) {
  return queue != nullptr ? static_cast<cl_command_queue>(queue->handle()) : nullptr;
}

template <typename Handle>
cl_int retain_handle(Handle handle) {
  ICD_TRY(const auto object, find(handle));
  return object->retain_for_application() ? CL_SUCCESS : HandleTraits<Handle>::invalid;
}

template <typename Handle>
cl_int release_handle(Handle handle) {
  ICD_TRY(const auto object, find(handle));
  return object->release_for_application() ? CL_SUCCESS : HandleTraits<Handle>::invalid;
}

}  // namespace quadcl::icd
