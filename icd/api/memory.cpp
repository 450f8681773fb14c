// SPDX-License-Identifier: Apache-2.0
#include "icd/api/checks.h"
#include "icd/api/entry_points.h"
#include "icd/api/handle.h"
#include "icd/api/info.h"
#include "icd/api/properties.h"
#include "icd/objects/memory_flags.h"
#include "icd/runtime/entry.h"

namespace quadcl::icd::api {
namespace {

/// CL_INVALID_BUFFER_SIZE if size is 0, or greater than every device of the context can allocate.
cl_int check_size(const Context& context, std::size_t size) {
  return size > 0 && context.allows_size(size) ? CL_SUCCESS : CL_INVALID_BUFFER_SIZE;
}

/// CL_INVALID_BUFFER_SIZE if host_ptr is in SVM and its allocation ends before the buffer does.
cl_int check_svm_size(Context& context, const MemorySpec& spec) {
  if ((spec.flags & CL_MEM_USE_HOST_PTR) == 0 || !context.svm().find(spec.host_ptr)) return CL_SUCCESS;
  return context.svm().holds(spec.host_ptr, spec.size) ? CL_SUCCESS : CL_INVALID_BUFFER_SIZE;
}

Outcome<cl_mem> create_buffer(cl_context context, MemorySpec spec) {
  ICD_TRY(auto in_context, find(context));
  ICD_CHECK(check_no_properties(spec.properties));
  ICD_CHECK(check_memory_flags(spec.flags));
  ICD_CHECK(check_size(*in_context, spec.size));
  ICD_CHECK(check_host_ptr(spec.flags, spec.host_ptr));
  ICD_CHECK(check_svm_size(*in_context, spec));
  ICD_TRY(const auto buffer, Buffer::create(std::move(in_context), std::move(spec)));
  return publish<cl_mem>(buffer);
}

/// CL_INVALID_VALUE for a region outside the buffer, CL_INVALID_BUFFER_SIZE for an empty region,
/// CL_MISALIGNED_SUB_BUFFER_OFFSET if its origin is not aligned. All devices have the same alignment, so
/// commands do not check it again.
cl_int check_sub_buffer_region(const Buffer& buffer, const cl_buffer_region& region) {
  if (region.size == 0) return CL_INVALID_BUFFER_SIZE;
  ICD_CHECK(check_region(buffer, region.origin, region.size));
  return region.origin % kBufferAlignment == 0 ? CL_SUCCESS : CL_MISALIGNED_SUB_BUFFER_OFFSET;
}

InfoValue associated(const MemoryObject& object) { return info<cl_mem>(handle_of<cl_mem>(object.parent())); }

constexpr InfoRow<MemoryObject> kMemoryInfo[]{
    {CL_MEM_TYPE, [](const MemoryObject& object) { return info<cl_mem_object_type>(object.type()); }},
    {CL_MEM_FLAGS, [](const MemoryObject& object) { return info<cl_mem_flags>(object.flags()); }},
    {CL_MEM_SIZE, [](const MemoryObject& object) { return info<std::size_t>(object.size()); }},
    {CL_MEM_HOST_PTR, [](const MemoryObject& object) { return info<void*>(object.host_ptr()); }},
    {CL_MEM_MAP_COUNT,
     [](const MemoryObject& object) { return info<cl_uint>(static_cast<cl_uint>(object.map_count())); }},
    {CL_MEM_REFERENCE_COUNT,
     [](const MemoryObject& object) { return info<cl_uint>(object.application_references()); }},
    {CL_MEM_CONTEXT,
     [](const MemoryObject& object) { return info<cl_context>(handle_of<cl_context>(&object.context())); }},
    {CL_MEM_ASSOCIATED_MEMOBJECT, associated},
    {CL_MEM_OFFSET, [](const MemoryObject& object) { return info<std::size_t>(object.origin()); }},
    {CL_MEM_USES_SVM_POINTER,
     [](const MemoryObject& object) {
       return info<cl_bool>(object.context().svm().find(object.host_ptr()) ? CL_TRUE : CL_FALSE);
     }},
    {CL_MEM_PROPERTIES, [](const MemoryObject& object) { return InfoValue::list(object.properties()); }},
};

}  // namespace

cl_mem CL_API_CALL clCreateBuffer(cl_context context, cl_mem_flags flags, size_t size, void* host_ptr,
                                  cl_int* errcode_ret) {
  return entry<cl_mem>("clCreateBuffer", errcode_ret,
                       [&] { return create_buffer(context, {flags, size, host_ptr, {}}); });
}

cl_mem CL_API_CALL clCreateBufferWithProperties(cl_context context, const cl_mem_properties* properties,
                                                cl_mem_flags flags, size_t size, void* host_ptr,
                                                cl_int* errcode_ret) {
  return entry<cl_mem>("clCreateBufferWithProperties", errcode_ret, [&] {
    return create_buffer(context, {flags, size, host_ptr, copy_properties(properties)});
  });
}

cl_mem CL_API_CALL clCreateSubBuffer(cl_mem buffer, cl_mem_flags flags,
                                     cl_buffer_create_type buffer_create_type, const void* buffer_create_info,
                                     cl_int* errcode_ret) {
  return entry<cl_mem>("clCreateSubBuffer", errcode_ret, [&]() -> Outcome<cl_mem> {
    ICD_TRY(auto parent, find_buffer(buffer));
    if (parent->is_sub_buffer()) return CL_INVALID_MEM_OBJECT;
    ICD_CHECK(check_part_flags(flags, parent->flags()));
    if (buffer_create_type != CL_BUFFER_CREATE_TYPE_REGION || buffer_create_info == nullptr)
      return CL_INVALID_VALUE;
    const auto& region = *static_cast<const cl_buffer_region*>(buffer_create_info);
    ICD_CHECK(check_sub_buffer_region(*parent, region));
    return publish<cl_mem>(Buffer::create_sub_buffer(std::move(parent), flags, region.origin, region.size));
  });
}

cl_int CL_API_CALL clRetainMemObject(cl_mem memobj) {
  return entry("clRetainMemObject", [&] { return retain_handle(memobj); });
}

cl_int CL_API_CALL clReleaseMemObject(cl_mem memobj) {
  return entry("clReleaseMemObject", [&] { return release_handle(memobj); });
}

cl_int CL_API_CALL clGetMemObjectInfo(cl_mem memobj, cl_mem_info param_name, size_t param_value_size,
                                      void* param_value, size_t* param_value_size_ret) {
  return entry("clGetMemObjectInfo", [&]() -> cl_int {
    ICD_TRY(const auto object, find(memobj));
    return query(kMemoryInfo, *object, param_name, {param_value_size, param_value, param_value_size_ret});
  });
}

cl_int CL_API_CALL clSetMemObjectDestructorCallback(cl_mem memobj,
                                                    MemoryObject::DestructorCallback pfn_notify,
                                                    void* user_data) {
  return entry("clSetMemObjectDestructorCallback", [&]() -> cl_int {
    ICD_TRY(const auto object, find(memobj));
    if (pfn_notify == nullptr) return CL_INVALID_VALUE;
    object->add_destructor_callback(pfn_notify, user_data);
    return CL_SUCCESS;
  });
}

}  // namespace quadcl::icd::api
