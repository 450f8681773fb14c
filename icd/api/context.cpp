// SPDX-License-Identifier: Apache-2.0
#include "icd/objects/context.h"

#include <algorithm>

#include "icd/api/checks.h"
#include "icd/api/entry_points.h"
#include "icd/api/handle.h"
#include "icd/api/info.h"
#include "icd/api/properties.h"
#include "icd/runtime/entry.h"

namespace quadcl::icd::api {
namespace {

using Properties = std::vector<cl_context_properties>;

cl_int check_property(cl_context_properties name, cl_context_properties value) {
  switch (name) {
    case CL_CONTEXT_PLATFORM:
      return find(reinterpret_cast<cl_platform_id>(value)).error();
    case CL_CONTEXT_INTEROP_USER_SYNC:
      return value == CL_TRUE || value == CL_FALSE ? CL_SUCCESS : CL_INVALID_PROPERTY;
    default:
      return CL_INVALID_PROPERTY;
  }
}

/// CL_INVALID_PROPERTY if a name is not supported, its value is not valid, or it comes twice;
/// CL_INVALID_PLATFORM if the platform is not valid.
cl_int check_properties(const Properties& properties) {
  std::vector<cl_context_properties> seen;
  return for_each_property(properties, [&](auto name, auto value) -> cl_int {
    if (std::find(seen.begin(), seen.end(), name) != seen.end()) return CL_INVALID_PROPERTY;
    seen.push_back(name);
    return check_property(name, value);
  });
}

/// CL_INVALID_VALUE if pfn_notify is NULL but user_data is not.
cl_int check_notify(const ContextNotify& notify) {
  return notify.function == nullptr && notify.user_data != nullptr ? CL_INVALID_VALUE : CL_SUCCESS;
}

std::vector<Device*> without_duplicates(std::span<const Ref<Device>> devices) {
  std::vector<Device*> list;
  for (const Ref<Device>& device : devices)
    if (std::find(list.begin(), list.end(), device.get()) == list.end()) list.push_back(device.get());
  return list;
}

/// Tells the callback of a context about problems of the platform.
void tell_problems(const ContextNotify& notify) {
  if (notify.function == nullptr) return;
  for (const std::string& problem : Platform::instance().problems())
    notify.function(problem.c_str(), nullptr, 0, notify.user_data);
}

/// No context is made, but its callback hears why.
cl_int not_available(const ContextNotify& notify) {
  tell_problems(notify);
  return CL_DEVICE_NOT_AVAILABLE;
}

cl_context make_context(std::vector<Device*> devices, Properties properties, const ContextNotify& notify) {
  const auto context = make<Context>(std::move(devices), std::move(properties), notify);
  const cl_context handle = publish<cl_context>(context);
  tell_problems(notify);
  return handle;
}

std::vector<cl_device_id> device_handles(const Context& context) {
  std::vector<cl_device_id> handles;
  for (const Device* device : context.devices()) handles.push_back(handle_of<cl_device_id>(device));
  return handles;
}

constexpr InfoRow<Context> kContextInfo[]{
    {CL_CONTEXT_REFERENCE_COUNT,
     [](const Context& context) { return info<cl_uint>(context.application_references()); }},
    {CL_CONTEXT_NUM_DEVICES,
     [](const Context& context) { return info<cl_uint>(static_cast<cl_uint>(context.devices().size())); }},
    {CL_CONTEXT_DEVICES,
     [](const Context& context) { return InfoValue::list<cl_device_id>(device_handles(context)); }},
    {CL_CONTEXT_PROPERTIES, [](const Context& context) { return InfoValue::list(context.properties()); }},
};

}  // namespace

cl_context CL_API_CALL clCreateContext(const cl_context_properties* properties, cl_uint num_devices,
                                       const cl_device_id* devices, ContextNotify::Function pfn_notify,
                                       void* user_data, cl_int* errcode_ret) {
  return entry<cl_context>("clCreateContext", errcode_ret, [&]() -> Outcome<cl_context> {
    Properties list = copy_properties(properties);
    const ContextNotify notify{pfn_notify, user_data};
    ICD_CHECK(check_properties(list));
    if (devices == nullptr || num_devices == 0) return CL_INVALID_VALUE;
    ICD_CHECK(check_notify(notify));
    ICD_TRY(const auto found, find_all(std::span(devices, num_devices)));
    auto chosen = without_duplicates(found);
    if (!std::ranges::all_of(chosen, &Device::is_available)) return not_available(notify);
    return make_context(std::move(chosen), std::move(list), notify);
  });
}

cl_context CL_API_CALL clCreateContextFromType(const cl_context_properties* properties,
                                               cl_device_type device_type, ContextNotify::Function pfn_notify,
                                               void* user_data, cl_int* errcode_ret) {
  return entry<cl_context>("clCreateContextFromType", errcode_ret, [&]() -> Outcome<cl_context> {
    Properties list = copy_properties(properties);
    const ContextNotify notify{pfn_notify, user_data};
    ICD_CHECK(check_properties(list));
    ICD_CHECK(check_notify(notify));
    ICD_CHECK(check_device_type(device_type));
    auto found = devices_of_type(device_type);
    if (found.empty()) return CL_DEVICE_NOT_FOUND;
    if (std::ranges::none_of(found, &Device::is_available)) return not_available(notify);
    std::erase_if(found, [](const Device* device) { return !device->is_available(); });
    return make_context(std::move(found), std::move(list), notify);
  });
}

cl_int CL_API_CALL clRetainContext(cl_context context) {
  return entry("clRetainContext", [&] { return retain_handle(context); });
}

cl_int CL_API_CALL clReleaseContext(cl_context context) {
  return entry("clReleaseContext", [&] { return release_handle(context); });
}

cl_int CL_API_CALL clGetContextInfo(cl_context context, cl_context_info param_name, size_t param_value_size,
                                    void* param_value, size_t* param_value_size_ret) {
  return entry("clGetContextInfo", [&]() -> cl_int {
    ICD_TRY(const auto object, find(context));
    return query(kContextInfo, *object, param_name, {param_value_size, param_value, param_value_size_ret});
  });
}

cl_int CL_API_CALL clSetContextDestructorCallback(cl_context context, Context::DestructorCallback pfn_notify,
                                                  void* user_data) {
  return entry("clSetContextDestructorCallback", [&]() -> cl_int {
    ICD_TRY(const auto object, find(context));
    if (pfn_notify == nullptr) return CL_INVALID_VALUE;
    object->add_destructor_callback(pfn_notify, user_data);
    return CL_SUCCESS;
  });
}

}  // namespace quadcl::icd::api
