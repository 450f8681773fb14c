// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <limits>

#include "core/launch/launch_selector.h"
#include "icd/api/entry_points.h"
#include "icd/api/handle.h"
#include "icd/api/info.h"
#include "icd/objects/platform.h"
#include "icd/runtime/entry.h"

namespace quadcl::icd::api {
namespace {

/// A kernel that takes images is compiled for those of its launches, or has code for some.
InfoValue target(const Kernel& kernel) {
  const bool on_qpu = std::ranges::any_of(kernel.device_kernels(), [&](const DeviceKernel& variant) {
    const DeviceKind kind = variant.device->description().kind;
    const bool has_made = variant.postponed != nullptr && variant.postponed->has_made_for_qpus(kernel.name());
    if (kind == DeviceKind::gpu && (has_made || !variant.image->qpu_versions.empty())) return true;
    return select_target(*variant.image, kind, Platform::instance().options()).target == LaunchTarget::qpu;
  });
  return info<cl_profiling_target_quadcl>(on_qpu ? CL_PROFILING_TARGET_QPU_QUADCL
                                                 : CL_PROFILING_TARGET_CPU_QUADCL);
}

InfoValue recognition(const Kernel& kernel) {
  const bool for_qpu = std::ranges::any_of(kernel.device_kernels(), [](const DeviceKernel& variant) {
    return variant.device->description().kind == DeviceKind::gpu;
  });
  return InfoValue::text(recognition_text(kernel.image(), for_qpu ? DeviceKind::gpu : DeviceKind::cpu,
                                          Platform::instance().options()));
}

/// "For kernels not created from OpenCL C source and the clCreateProgramWithSource API call the string
/// returned from this query will be empty."
InfoValue attributes(const Kernel& kernel) {
  return InfoValue::text(kernel.program().origin() == ProgramOrigin::source ? kernel.image().attributes : "");
}

constexpr InfoRow<Kernel> kKernelInfo[]{
    {CL_KERNEL_FUNCTION_NAME, [](const Kernel& kernel) { return InfoValue::text(kernel.name()); }},
    {CL_KERNEL_NUM_ARGS,
     [](const Kernel& kernel) {
       return info<cl_uint>(static_cast<cl_uint>(kernel.image().arguments.size()));
     }},
    {CL_KERNEL_REFERENCE_COUNT,
     [](const Kernel& kernel) { return info<cl_uint>(kernel.application_references()); }},
    {CL_KERNEL_CONTEXT,
     [](const Kernel& kernel) { return info<cl_context>(handle_of<cl_context>(&kernel.context())); }},
    {CL_KERNEL_PROGRAM,
     [](const Kernel& kernel) { return info<cl_program>(handle_of<cl_program>(&kernel.program())); }},
    {CL_KERNEL_ATTRIBUTES, attributes},
    {CL_KERNEL_TARGET_QUADCL, target},
    {CL_KERNEL_RECOGNITION_QUADCL, recognition},
};

InfoValue address_qualifier(const KernelArgument& argument) {
  switch (argument.address) {
    case AddressQualifier::global:
      return info<cl_kernel_arg_address_qualifier>(CL_KERNEL_ARG_ADDRESS_GLOBAL);
    case AddressQualifier::constant:
      return info<cl_kernel_arg_address_qualifier>(CL_KERNEL_ARG_ADDRESS_CONSTANT);
    case AddressQualifier::local:
      return info<cl_kernel_arg_address_qualifier>(CL_KERNEL_ARG_ADDRESS_LOCAL);
    case AddressQualifier::private_space:
      break;
  }
  return info<cl_kernel_arg_address_qualifier>(CL_KERNEL_ARG_ADDRESS_PRIVATE);
}

InfoValue access_qualifier(const KernelArgument& argument) {
  switch (argument.is_image() ? argument.access : AccessQualifier::none) {
    case AccessQualifier::read_only:
      return info<cl_kernel_arg_access_qualifier>(CL_KERNEL_ARG_ACCESS_READ_ONLY);
    case AccessQualifier::write_only:
      return info<cl_kernel_arg_access_qualifier>(CL_KERNEL_ARG_ACCESS_WRITE_ONLY);
    case AccessQualifier::read_write:
      return info<cl_kernel_arg_access_qualifier>(CL_KERNEL_ARG_ACCESS_READ_WRITE);
    case AccessQualifier::none:
      break;
  }
  return info<cl_kernel_arg_access_qualifier>(CL_KERNEL_ARG_ACCESS_NONE);
}

InfoValue type_qualifier(const KernelArgument& argument) {
  cl_kernel_arg_type_qualifier bits = CL_KERNEL_ARG_TYPE_NONE;
  if (argument.is_const) bits |= CL_KERNEL_ARG_TYPE_CONST;
  if (argument.is_restrict) bits |= CL_KERNEL_ARG_TYPE_RESTRICT;
  if (argument.is_volatile) bits |= CL_KERNEL_ARG_TYPE_VOLATILE;
  return info<cl_kernel_arg_type_qualifier>(bits);
}

constexpr InfoRow<KernelArgument> kArgumentInfo[]{
    {CL_KERNEL_ARG_ADDRESS_QUALIFIER, address_qualifier},
    {CL_KERNEL_ARG_ACCESS_QUALIFIER, access_qualifier},
    {CL_KERNEL_ARG_TYPE_NAME,
     [](const KernelArgument& argument) { return InfoValue::text(argument.type_name); }},
    {CL_KERNEL_ARG_TYPE_QUALIFIER, type_qualifier},
    {CL_KERNEL_ARG_NAME, [](const KernelArgument& argument) { return InfoValue::text(argument.name); }},
};

struct KernelOnDevice {
  const Kernel& kernel;
  const Device& device;

  const KernelImage& image() const { return *kernel.image_for(device); }
};

using Sizes = std::array<std::size_t, kMaxWorkItemDimensions>;

/// "if kernel is a built-in kernel": the parameter is not valid for other kernels.
InfoValue global_work_size(const KernelOnDevice& subject) {
  if (!subject.kernel.image().is_builtin()) return InfoValue::error(CL_INVALID_VALUE);
  constexpr std::size_t most = std::numeric_limits<std::size_t>::max();
  return info<Sizes>({most, most, most});
}

constexpr InfoRow<KernelOnDevice> kWorkGroupInfo[]{
    {CL_KERNEL_GLOBAL_WORK_SIZE, global_work_size},
    {CL_KERNEL_WORK_GROUP_SIZE, [](const KernelOnDevice&) { return info<std::size_t>(kMaxWorkGroupSize); }},
    {CL_KERNEL_COMPILE_WORK_GROUP_SIZE,
     [](const KernelOnDevice& subject) { return info<Sizes>(subject.image().required_local); }},
    {CL_KERNEL_LOCAL_MEM_SIZE,
     [](const KernelOnDevice& subject) {
       return info<cl_ulong>(subject.kernel.local_memory_bytes(subject.device));
     }},
    {CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE,
     [](const KernelOnDevice& subject) {
       return info<std::size_t>(subject.device.description().preferred_work_group_multiple);
     }},
    {CL_KERNEL_PRIVATE_MEM_SIZE,
     [](const KernelOnDevice& subject) { return info<cl_ulong>(subject.image().code.private_bytes); }},
};

/// CL_INVALID_DEVICE if device is not in the list of devices associated with kernel, or is NULL and there is
/// more than one.
Outcome<Ref<Device>> find_device_of(const Kernel& kernel, cl_device_id device) {
  const auto kernels = kernel.device_kernels();
  if (device == nullptr) {
    if (kernels.size() != 1) return CL_INVALID_DEVICE;
    return Ref<Device>(kernels.front().device);
  }
  ICD_TRY(auto object, find(device));
  if (kernel.image_for(*object) == nullptr) return CL_INVALID_DEVICE;
  return object;
}

/// CL_INVALID_OPERATION if device does not support sub-groups: none of our devices does.
cl_int get_sub_group_info(cl_kernel kernel, cl_device_id device) {
  ICD_TRY(const auto object, find(kernel));
  ICD_CHECK(find_device_of(*object, device).error());
  return CL_INVALID_OPERATION;
}

}  // namespace

cl_int CL_API_CALL clGetKernelInfo(cl_kernel kernel, cl_kernel_info param_name, size_t param_value_size,
                                   void* param_value, size_t* param_value_size_ret) {
  return entry("clGetKernelInfo", [&]() -> cl_int {
    ICD_TRY(const auto object, find(kernel));
    return query(kKernelInfo, *object, param_name, {param_value_size, param_value, param_value_size_ret});
  });
}

cl_int CL_API_CALL clGetKernelArgInfo(cl_kernel kernel, cl_uint arg_indx, cl_kernel_arg_info param_name,
                                      size_t param_value_size, void* param_value,
                                      size_t* param_value_size_ret) {
  return entry("clGetKernelArgInfo", [&]() -> cl_int {
    ICD_TRY(const auto object, find(kernel));
    const auto& arguments = object->image().arguments;
    if (arg_indx >= arguments.size()) return CL_INVALID_ARG_INDEX;
    return query(kArgumentInfo, arguments[arg_indx], param_name,
                 {param_value_size, param_value, param_value_size_ret});
  });
}

cl_int CL_API_CALL clGetKernelWorkGroupInfo(cl_kernel kernel, cl_device_id device,
                                            cl_kernel_work_group_info param_name, size_t param_value_size,
                                            void* param_value, size_t* param_value_size_ret) {
  return entry("clGetKernelWorkGroupInfo", [&]() -> cl_int {
    ICD_TRY(const auto object, find(kernel));
    ICD_TRY(const auto on_device, find_device_of(*object, device));
    return query(kWorkGroupInfo, KernelOnDevice{*object, *on_device}, param_name,
                 {param_value_size, param_value, param_value_size_ret});
  });
}

cl_int CL_API_CALL clGetKernelSubGroupInfo(cl_kernel kernel, cl_device_id device,
                                           cl_kernel_sub_group_info /*param_name*/,
                                           size_t /*input_value_size*/, const void* /*input_value*/,
                                           size_t /*param_value_size*/, void* /*param_value*/,
                                           size_t* /*param_value_size_ret*/) {
  return entry("clGetKernelSubGroupInfo", [&] { return get_sub_group_info(kernel, device); });
}

cl_int CL_API_CALL clGetKernelSubGroupInfoKHR(cl_kernel kernel, cl_device_id device,
                                              cl_kernel_sub_group_info /*param_name*/,
                                              size_t /*input_value_size*/, const void* /*input_value*/,
                                              size_t /*param_value_size*/, void* /*param_value*/,
                                              size_t* /*param_value_size_ret*/) {
  return entry("clGetKernelSubGroupInfoKHR", [&] { return get_sub_group_info(kernel, device); });
}

}  // namespace quadcl::icd::api
