// SPDX-License-Identifier: Apache-2.0
#include <cstring>

#include "icd/api/checks.h"
#include "icd/api/entry_points.h"
#include "icd/api/handle.h"
#include "icd/api/info.h"
#include "icd/runtime/entry.h"

namespace quadcl::icd::api {
namespace {

InfoValue devices(const Program& program) {
  std::vector<cl_device_id> handles;
  for (const Device* device : program.devices()) handles.push_back(handle_of<cl_device_id>(device));
  return InfoValue::list<cl_device_id>(handles);
}

InfoValue binary_sizes(const Program& program) {
  std::vector<std::size_t> sizes;
  for (const Device* device : program.devices()) {
    const auto binary = program.state(*device).whole_binary();
    sizes.push_back(binary ? binary->size() : 0);
  }
  return InfoValue::list<std::size_t>(sizes);
}

/// The caller's array has an address for each binary; NULL skips it.
void store_binaries(const Program& program, unsigned char* const* places) {
  for (const Device* device : program.devices()) {
    unsigned char* place = *places++;
    if (place == nullptr) continue;
    const auto binary = program.state(*device).whole_binary();
    if (binary) std::memcpy(place, binary->data(), binary->size());
  }
}

InfoValue binaries(const Program& program) {
  return InfoValue::nothing_stored(program.devices().size() * sizeof(unsigned char*));
}

InfoValue number_of_kernels(const Program& program) {
  if (!program.is_executable()) return InfoValue::error(CL_INVALID_PROGRAM_EXECUTABLE);
  return info<std::size_t>(program.kernel_names().size());
}

InfoValue kernel_names(const Program& program) {
  if (!program.is_executable()) return InfoValue::error(CL_INVALID_PROGRAM_EXECUTABLE);
  std::string names;
  for (const std::string& name : program.kernel_names()) {
    if (!names.empty()) names += ';';
    names += name;
  }
  return InfoValue::text(names);
}

constexpr InfoRow<Program> kProgramInfo[]{
    {CL_PROGRAM_REFERENCE_COUNT,
     [](const Program& program) { return info<cl_uint>(program.application_references()); }},
    {CL_PROGRAM_CONTEXT,
     [](const Program& program) { return info<cl_context>(handle_of<cl_context>(&program.context())); }},
    {CL_PROGRAM_NUM_DEVICES,
     [](const Program& program) { return info<cl_uint>(static_cast<cl_uint>(program.devices().size())); }},
    {CL_PROGRAM_DEVICES, devices},
    {CL_PROGRAM_SOURCE, [](const Program& program) { return InfoValue::text(program.source()); }},
    {CL_PROGRAM_IL, [](const Program&) { return InfoValue::nothing_stored(0); }},
    {CL_PROGRAM_BINARY_SIZES, binary_sizes},
    {CL_PROGRAM_BINARIES, binaries},
    {CL_PROGRAM_NUM_KERNELS, number_of_kernels},
    {CL_PROGRAM_KERNEL_NAMES, kernel_names},
    {CL_PROGRAM_SCOPE_GLOBAL_CTORS_PRESENT, [](const Program&) { return info<cl_bool>(CL_FALSE); }},
    {CL_PROGRAM_SCOPE_GLOBAL_DTORS_PRESENT, [](const Program&) { return info<cl_bool>(CL_FALSE); }},
};

/// A program on one of its devices.
struct ProgramOnDevice {
  ProgramOrigin origin;
  BuildState state;
};

cl_program_binary_type type_of(const ProgramImage& image) {
  switch (image.kind) {
    case ProgramKind::object:
      return CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT;
    case ProgramKind::library:
      return CL_PROGRAM_BINARY_TYPE_LIBRARY;
    case ProgramKind::executable:
    case ProgramKind::postponed:
      break;
  }
  return CL_PROGRAM_BINARY_TYPE_EXECUTABLE;
}

InfoValue binary_type(const ProgramOnDevice& subject) {
  if (subject.origin == ProgramOrigin::built_in_kernels)
    return info<cl_program_binary_type>(CL_PROGRAM_BINARY_TYPE_EXECUTABLE);
  return info<cl_program_binary_type>(subject.state.image ? type_of(*subject.state.image)
                                                          : CL_PROGRAM_BINARY_TYPE_NONE);
}

constexpr InfoRow<ProgramOnDevice> kBuildInfo[]{
    {CL_PROGRAM_BUILD_STATUS,
     [](const ProgramOnDevice& subject) { return info<cl_build_status>(subject.state.status); }},
    {CL_PROGRAM_BUILD_OPTIONS,
     [](const ProgramOnDevice& subject) { return InfoValue::text(subject.state.options); }},
    {CL_PROGRAM_BUILD_LOG, [](const ProgramOnDevice& subject) { return InfoValue::text(subject.state.log); }},
    {CL_PROGRAM_BINARY_TYPE, binary_type},
    {CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE,
     [](const ProgramOnDevice& subject) {
       return info<std::size_t>(subject.state.image ? subject.state.image->variable_bytes : 0);
     }},
};

/// CL_INVALID_DEVICE if device is not in the list of devices associated with program.
Outcome<ProgramOnDevice> find_device_of(const Program& program, cl_device_id device) {
  ICD_TRY(const auto object, find(device));
  if (!program.has(*object)) return CL_INVALID_DEVICE;
  return ProgramOnDevice{program.origin(), program.state(*object)};
}

}  // namespace

cl_int CL_API_CALL clGetProgramInfo(cl_program program, cl_program_info param_name, size_t param_value_size,
                                    void* param_value, size_t* param_value_size_ret) {
  return entry("clGetProgramInfo", [&]() -> cl_int {
    ICD_TRY(const auto object, find(program));
    ICD_CHECK(
        query(kProgramInfo, *object, param_name, {param_value_size, param_value, param_value_size_ret}));
    if (param_name == CL_PROGRAM_BINARIES && param_value != nullptr)
      store_binaries(*object, static_cast<unsigned char* const*>(param_value));
    return CL_SUCCESS;
  });
}

cl_int CL_API_CALL clGetProgramBuildInfo(cl_program program, cl_device_id device,
                                         cl_program_build_info param_name, size_t param_value_size,
                                         void* param_value, size_t* param_value_size_ret) {
  return entry("clGetProgramBuildInfo", [&]() -> cl_int {
    ICD_TRY(const auto object, find(program));
    ICD_TRY(const auto on_device, find_device_of(*object, device));
    return query(kBuildInfo, on_device, param_name, {param_value_size, param_value, param_value_size_ret});
  });
}

}  // namespace quadcl::icd::api
