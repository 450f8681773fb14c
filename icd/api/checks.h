// SPDX-License-Identifier: Apache-2.0
// Checks that entry points of several families share: one function for each sentence of the specification.
#pragma once

#include <span>
#include <vector>

#include "icd/base/outcome.h"
#include "icd/objects/buffer.h"
#include "icd/objects/context.h"
#include "icd/objects/image.h"
#include "icd/runtime/event.h"
#include "icd/runtime/queue.h"

namespace quadcl::icd {

/// CL_INVALID_DEVICE_TYPE if device_type is not a valid value.
cl_int check_device_type(cl_device_type type);
/// The devices of the platform that the type names, in order.
std::vector<Device*> devices_of_type(cl_device_type type);

/// CL_INVALID_DEVICE if device is not a valid device, or is not associated with the context.
Outcome<Ref<Device>> find_device(cl_device_id device, const Context& context);

/// CL_INVALID_VALUE if the list is NULL and the count is not 0, or the reverse; CL_INVALID_DEVICE if a device
/// is not among `allowed`. NULL and 0 stand for all of `allowed`.
Outcome<std::vector<Device*>> find_device_list(cl_uint count, const cl_device_id* devices,
                                               std::span<Device* const> allowed);

/// CL_INVALID_EVENT_WAIT_LIST if the list is NULL and the count is not 0, or the reverse, or an event in it
/// is not valid; CL_INVALID_CONTEXT if an event is not of the context.
Outcome<std::vector<Ref<Event>>> find_wait_list(const Context& context, cl_uint count,
                                                const cl_event* events);

/// CL_INVALID_MEM_OBJECT if memobj is not a valid memory object; CL_INVALID_CONTEXT if it is not of the
/// context.
Outcome<Ref<MemoryObject>> find_memory_object(cl_mem memobj, const Context& context);
/// The same for a memory object that has to be a buffer.
Outcome<Ref<Buffer>> find_buffer(cl_mem memobj);
Outcome<Ref<Buffer>> find_buffer(cl_mem memobj, const Context& context);

/// The same for a memory object that has to be an image.
Outcome<Ref<Image>> find_image(cl_mem memobj);
Outcome<Ref<Image>> find_image(cl_mem memobj, const Context& context);

/// CL_INVALID_VALUE if a flag does not exist for memory objects, or flags exclude each other.
cl_int check_memory_flags(cl_mem_flags flags);
/// CL_INVALID_VALUE if a part of a memory object would allow an access that its parent forbids, or asks for
/// memory of its own.
cl_int check_part_flags(cl_mem_flags flags, cl_mem_flags parent);
/// CL_INVALID_HOST_PTR if host_ptr is NULL and the flags need it, or the reverse.
cl_int check_host_ptr(cl_mem_flags flags, const void* host_ptr);
/// CL_INVALID_PROPERTY if there is a property: none is supported.
cl_int check_no_properties(const std::vector<cl_mem_properties>& properties);

/// CL_MEM_COPY_OVERLAP if the boxes have a byte in common.
cl_int check_no_overlap(const MemoryObject& source, const Rectangle& from, const MemoryObject& target,
                        const Rectangle& to);

/// CL_INVALID_VALUE if the pointer is NULL.
cl_int check_pointer(const void* pointer);

/// CL_INVALID_VALUE if a flag does not exist, or CL_MAP_WRITE_INVALIDATE_REGION is combined with another.
cl_int check_map_flags(cl_map_flags flags);

/// CL_INVALID_VALUE if the region is out of bounds.
cl_int check_region(const MemoryObject& memory_object, std::size_t offset, std::size_t size);

/// The bytes of a region of an image. CL_INVALID_VALUE if a part of it is outside the image; dimensions that
/// the image lacks have one pixel.
Outcome<Rectangle> box_in_image(const Image& image, const std::size_t* origin, const std::size_t* region);

/// CL_INVALID_OPERATION if the memory object was created with CL_MEM_HOST_WRITE_ONLY or
/// CL_MEM_HOST_NO_ACCESS.
cl_int check_host_may_read(const MemoryObject& memory_object);
/// CL_INVALID_OPERATION if the memory object was created with CL_MEM_HOST_READ_ONLY or CL_MEM_HOST_NO_ACCESS.
cl_int check_host_may_write(const MemoryObject& memory_object);

}  // namespace quadcl::icd
