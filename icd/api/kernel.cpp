// SPDX-License-Identifier: Apache-2.0
#include "icd/objects/kernel.h"

#include <cstring>

#include "icd/api/checks.h"
#include "icd/api/entry_points.h"
#include "icd/api/handle.h"
#include "icd/runtime/entry.h"

namespace quadcl::icd::api {
namespace {

/// CL_INVALID_PROGRAM_EXECUTABLE if there is no successfully built executable for program.
cl_int check_executable(const Program& program) {
  return program.is_executable() ? CL_SUCCESS : CL_INVALID_PROGRAM_EXECUTABLE;
}

/// Compiles what was left when the program was built. CL_OUT_OF_RESOURCES if that fails.
cl_int finish(std::vector<DeviceKernel>& kernels) {
  for (DeviceKernel& kernel : kernels) {
    if (kernel.postponed == nullptr) continue;
    kernel.image = kernel.postponed->kernel(kernel.image->name);
    if (kernel.image == nullptr) return CL_OUT_OF_RESOURCES;
  }
  return CL_SUCCESS;
}

Outcome<Ref<Kernel>> create_kernel(const Ref<Program>& program, const std::string& name) {
  auto kernels = program->kernel(name);
  if (kernels.empty()) return CL_INVALID_KERNEL_NAME;
  if (!are_defined_alike(kernels)) return CL_INVALID_KERNEL_DEFINITION;
  ICD_CHECK(finish(kernels));
  return make<Kernel>(program, std::move(kernels));
}

cl_int create_all_kernels(const Ref<Program>& program, cl_uint capacity, cl_kernel* kernels, cl_uint* count) {
  const auto names = program->kernel_names();
  if (kernels != nullptr && capacity < names.size()) return CL_INVALID_VALUE;
  if (kernels != nullptr)
    for (const Device* device : program->devices()) program->state(*device).finish_all();
  std::vector<Ref<Kernel>> created;
  for (const std::string& name : names) {
    if (kernels == nullptr) break;
    ICD_TRY(auto kernel, create_kernel(program, name));
    created.push_back(std::move(kernel));
  }
  for (std::size_t i = 0; i < created.size(); ++i) kernels[i] = publish<cl_kernel>(created[i]);
  if (count != nullptr) *count = static_cast<cl_uint>(names.size());
  return CL_SUCCESS;
}

/// A by-value argument has the size of its type.
cl_int set_value(KernelArgumentSetting& setting, const KernelArgument& argument, std::size_t size,
                 const void* value) {
  if (value == nullptr) return CL_INVALID_ARG_VALUE;
  if (size != argument.size) return CL_INVALID_ARG_SIZE;
  const auto* bytes = static_cast<const std::byte*>(value);
  setting.emplace<ValueArgument>(bytes, bytes + size);
  return CL_SUCCESS;
}

/// A __local argument has a size, and no value.
cl_int set_local(KernelArgumentSetting& setting, std::size_t size, const void* value) {
  if (value != nullptr) return CL_INVALID_ARG_VALUE;
  if (size == 0) return CL_INVALID_ARG_SIZE;
  setting.emplace<LocalArgument>(LocalArgument{size});
  return CL_SUCCESS;
}

/// Whether a kernel that was declared so may access a memory object with these flags.
bool may_access(AccessQualifier access, cl_mem_flags flags) {
  if (access == AccessQualifier::read_only) return (flags & CL_MEM_WRITE_ONLY) == 0;
  if (access == AccessQualifier::write_only) return (flags & CL_MEM_READ_ONLY) == 0;
  return (flags & (CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY)) == 0;
}

/// The type of images that an argument was declared to take, by HandleType; 0 if it takes none.
constexpr cl_mem_object_type kImageTypes[] = {
    0,
    0,
    CL_MEM_OBJECT_IMAGE1D,
    CL_MEM_OBJECT_IMAGE1D_ARRAY,
    CL_MEM_OBJECT_IMAGE1D_BUFFER,
    CL_MEM_OBJECT_IMAGE2D,
    CL_MEM_OBJECT_IMAGE2D_ARRAY,
    CL_MEM_OBJECT_IMAGE2D_ARRAY,
    CL_MEM_OBJECT_IMAGE2D,
    CL_MEM_OBJECT_IMAGE3D,
};
static_assert(std::size(kImageTypes) == static_cast<std::size_t>(HandleType::limit));

/// An image argument is an image of the kernel's context. CL_INVALID_ARG_VALUE if it is of another type, or
/// not for what the kernel does with it.
cl_int set_image(KernelArgumentSetting& setting, const KernelArgument& argument, const Context& context,
                 std::size_t size, const void* value) {
  if (size != sizeof(cl_mem)) return CL_INVALID_ARG_SIZE;
  if (value == nullptr) return CL_INVALID_ARG_VALUE;
  cl_mem handle;
  std::memcpy(&handle, value, sizeof handle);
  ICD_TRY(const auto image, find_image(handle, context));
  if (image->type() != kImageTypes[static_cast<std::size_t>(argument.handle)]) return CL_INVALID_ARG_VALUE;
  if (!may_access(argument.access, image->flags())) return CL_INVALID_ARG_VALUE;
  setting.emplace<MemoryArgument>(image->handle(), image->serial());
  return CL_SUCCESS;
}

/// A sampler goes to the kernel by value, so that it may be released at once.
cl_int set_sampler(KernelArgumentSetting& setting, const Context& context, std::size_t size,
                   const void* value) {
  if (size != sizeof(cl_sampler)) return CL_INVALID_ARG_SIZE;
  if (value == nullptr) return CL_INVALID_SAMPLER;
  cl_sampler handle;
  std::memcpy(&handle, value, sizeof handle);
  ICD_TRY(const auto sampler, find(handle));
  if (&sampler->context() != &context) return CL_INVALID_SAMPLER;
  const std::uint32_t bits = sampler->bits();
  const auto* bytes = reinterpret_cast<const std::byte*>(&bits);
  setting.emplace<ValueArgument>(bytes, bytes + sizeof bits);
  return CL_SUCCESS;
}

/// A __global or __constant argument is a buffer of the kernel's context, or NULL: as `arg_value` or as the
/// handle.
cl_int set_buffer(KernelArgumentSetting& setting, const Context& context, std::size_t size,
                  const void* value) {
  if (size != sizeof(cl_mem)) return CL_INVALID_ARG_SIZE;
  setting.emplace<MemoryArgument>();
  cl_mem handle = nullptr;
  if (value != nullptr) std::memcpy(&handle, value, sizeof handle);
  if (handle == nullptr) return CL_SUCCESS;
  ICD_TRY(const auto buffer, find_buffer(handle, context));
  setting.emplace<MemoryArgument>(buffer->handle(), buffer->serial());
  return CL_SUCCESS;
}

cl_int set(KernelArgumentSetting& setting, const KernelArgument& argument, const Context& context,
           std::size_t size, const void* value) {
  if (argument.is_image()) return set_image(setting, argument, context, size, value);
  if (argument.is_sampler()) return set_sampler(setting, context, size, value);
  if (!argument.is_pointer()) return set_value(setting, argument, size, value);
  if (argument.address == AddressQualifier::local) return set_local(setting, size, value);
  return set_buffer(setting, context, size, value);
}

cl_int set_argument(Kernel& kernel, cl_uint index, std::size_t size, const void* value) {
  if (index >= kernel.image().arguments.size()) return CL_INVALID_ARG_INDEX;
  KernelArgumentSetting setting;
  ICD_CHECK(set(setting, kernel.image().arguments[index], kernel.context(), size, value));
  kernel.set_argument(index, std::move(setting));
  return CL_SUCCESS;
}

/// CL_INVALID_ARG_VALUE unless the argument is a pointer to __global or __constant.
cl_int set_svm_argument(Kernel& kernel, cl_uint index, const void* pointer) {
  if (index >= kernel.image().arguments.size()) return CL_INVALID_ARG_INDEX;
  const KernelArgument& argument = kernel.image().arguments[index];
  const bool is_buffer =
      argument.address == AddressQualifier::global || argument.address == AddressQualifier::constant;
  if (!is_buffer || argument.is_image() || argument.is_sampler()) return CL_INVALID_ARG_VALUE;
  kernel.set_argument(index, SvmArgument{const_cast<void*>(pointer)});
  return CL_SUCCESS;
}

/// CL_INVALID_OPERATION if no device of the context has fine-grained system SVM.
cl_int check_system_svm(const Context& context) {
  for (const Device* device : context.devices())
    if (has_system_svm(*device)) return CL_SUCCESS;
  return CL_INVALID_OPERATION;
}

cl_int set_system_svm(Kernel& kernel, bool uses) {
  if (uses) ICD_CHECK(check_system_svm(kernel.context()));
  kernel.set_uses_system_svm(uses);
  return CL_SUCCESS;
}

/// There is no need to record which allocations a kernel reaches through pointers: all devices use the host's
/// memory. An empty list without an address withdraws an earlier one.
cl_int set_exec_info(Kernel& kernel, cl_kernel_exec_info name, std::size_t size, const void* value) {
  if (name == CL_KERNEL_EXEC_INFO_SVM_PTRS)
    return (size != 0) == (value != nullptr) && size % sizeof(void*) == 0 ? CL_SUCCESS : CL_INVALID_VALUE;
  if (value == nullptr) return CL_INVALID_VALUE;
  if (name != CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM || size != sizeof(cl_bool)) return CL_INVALID_VALUE;
  return set_system_svm(kernel, *static_cast<const cl_bool*>(value) != CL_FALSE);
}

}  // namespace

cl_kernel CL_API_CALL clCreateKernel(cl_program program, const char* kernel_name, cl_int* errcode_ret) {
  return entry<cl_kernel>("clCreateKernel", errcode_ret, [&]() -> Outcome<cl_kernel> {
    ICD_TRY(const auto object, find(program));
    ICD_CHECK(check_executable(*object));
    if (kernel_name == nullptr) return CL_INVALID_VALUE;
    ICD_TRY(const auto kernel, create_kernel(object, kernel_name));
    return publish<cl_kernel>(kernel);
  });
}

cl_int CL_API_CALL clCreateKernelsInProgram(cl_program program, cl_uint num_kernels, cl_kernel* kernels,
                                            cl_uint* num_kernels_ret) {
  return entry("clCreateKernelsInProgram", [&]() -> cl_int {
    ICD_TRY(const auto object, find(program));
    ICD_CHECK(check_executable(*object));
    return create_all_kernels(object, num_kernels, kernels, num_kernels_ret);
  });
}

cl_kernel CL_API_CALL clCloneKernel(cl_kernel source_kernel, cl_int* errcode_ret) {
  return entry<cl_kernel>("clCloneKernel", errcode_ret, [&]() -> Outcome<cl_kernel> {
    ICD_TRY(const auto kernel, find(source_kernel));
    return publish<cl_kernel>(kernel->clone());
  });
}

cl_int CL_API_CALL clRetainKernel(cl_kernel kernel) {
  return entry("clRetainKernel", [&] { return retain_handle(kernel); });
}

cl_int CL_API_CALL clReleaseKernel(cl_kernel kernel) {
  return entry("clReleaseKernel", [&] { return release_handle(kernel); });
}

cl_int CL_API_CALL clSetKernelArg(cl_kernel kernel, cl_uint arg_index, size_t arg_size,
                                  const void* arg_value) {
  return entry("clSetKernelArg", [&]() -> cl_int {
    ICD_TRY(const auto object, find(kernel));
    return set_argument(*object, arg_index, arg_size, arg_value);
  });
}

cl_int CL_API_CALL clSetKernelArgSVMPointer(cl_kernel kernel, cl_uint arg_index, const void* arg_value) {
  return entry("clSetKernelArgSVMPointer", [&]() -> cl_int {
    ICD_TRY(const auto object, find(kernel));
    return set_svm_argument(*object, arg_index, arg_value);
  });
}

cl_int CL_API_CALL clSetKernelExecInfo(cl_kernel kernel, cl_kernel_exec_info param_name,
                                       size_t param_value_size, const void* param_value) {
  return entry("clSetKernelExecInfo", [&]() -> cl_int {
    ICD_TRY(const auto object, find(kernel));
    return set_exec_info(*object, param_name, param_value_size, param_value);
  });
}

}  // namespace quadcl::icd::api
