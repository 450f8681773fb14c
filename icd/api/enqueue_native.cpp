// SPDX-License-Identifier: Apache-2.0
#include <cstring>
#include <span>

#include "icd/api/checks.h"
#include "icd/api/enqueue.h"
#include "icd/api/entry_points.h"
#include "icd/api/handle.h"
#include "icd/runtime/entry.h"

namespace quadcl::icd::api {
namespace {

using UserFunction = void(CL_CALLBACK*)(void*);

struct NativeArguments {
  const void* bytes = nullptr;
  std::size_t size = 0;
  cl_uint memory_object_count = 0;
  const cl_mem* memory_objects = nullptr;
  const void** locations = nullptr;
};

/// CL_INVALID_VALUE if there are arguments without a size, a size without arguments, or memory objects
/// without either.
cl_int check_arguments(const NativeArguments& arguments) {
  const bool has_bytes = arguments.bytes != nullptr;
  const bool has_memory_objects = arguments.memory_object_count > 0;
  if (has_bytes != (arguments.size > 0) || (has_memory_objects && !has_bytes)) return CL_INVALID_VALUE;
  const bool consistent = has_memory_objects == (arguments.memory_objects != nullptr) &&
                          has_memory_objects == (arguments.locations != nullptr);
  return consistent ? CL_SUCCESS : CL_INVALID_VALUE;
}

/// The function's copy of the arguments, and the memory objects whose addresses it contains.
struct BoundArguments {
  std::vector<std::byte> bytes;
  std::vector<Ref<MemoryObject>> memory_objects;
};

/// CL_INVALID_VALUE if a location is not inside the arguments.
Outcome<std::size_t> offset_of(const NativeArguments& arguments, const void* location) {
  const auto offset =
      reinterpret_cast<std::uintptr_t>(location) - reinterpret_cast<std::uintptr_t>(arguments.bytes);
  if (arguments.size < sizeof(void*) || offset > arguments.size - sizeof(void*)) return CL_INVALID_VALUE;
  return offset;
}

Outcome<BoundArguments> bind(const NativeArguments& arguments, const Context& context) {
  BoundArguments bound;
  const auto* bytes = static_cast<const std::byte*>(arguments.bytes);
  bound.bytes.assign(bytes, bytes + arguments.size);
  for (cl_uint i = 0; i < arguments.memory_object_count; ++i) {
    ICD_TRY(const auto offset, offset_of(arguments, arguments.locations[i]));
    void* address = nullptr;
    if (arguments.memory_objects[i] != nullptr) {
      ICD_TRY(auto memory_object, find_memory_object(arguments.memory_objects[i], context));
      address = memory_object->range().host;
      bound.memory_objects.push_back(std::move(memory_object));
    }
    std::memcpy(bound.bytes.data() + offset, &address, sizeof address);
  }
  return bound;
}

}  // namespace

// Both devices execute native kernels: the host can access the memory of the QPU device.
cl_int CL_API_CALL clEnqueueNativeKernel(cl_command_queue command_queue, UserFunction user_func, void* args,
                                         size_t cb_args, cl_uint num_mem_objects, const cl_mem* mem_list,
                                         const void** args_mem_loc, cl_uint num_events_in_wait_list,
                                         const cl_event* event_wait_list, cl_event* event) {
  return entry("clEnqueueNativeKernel", [&]() -> cl_int {
    ICD_TRY(auto enqueue, Enqueue::open(command_queue, {num_events_in_wait_list, event_wait_list, event}));
    if (user_func == nullptr) return CL_INVALID_VALUE;
    const NativeArguments arguments{args, cb_args, num_mem_objects, mem_list, args_mem_loc};
    ICD_CHECK(check_arguments(arguments));
    ICD_TRY(auto bound, bind(arguments, enqueue.context()));
    auto action = [bound = std::move(bound), user_func]() mutable {
      user_func(bound.bytes.empty() ? nullptr : bound.bytes.data());
      return Completion();
    };
    return enqueue.submit({CL_COMMAND_NATIVE_KERNEL, &Platform::instance().native_kernels(),
                           std::move(action), Ordering::plain});
  });
}

}  // namespace quadcl::icd::api
