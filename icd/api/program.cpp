// SPDX-License-Identifier: Apache-2.0
#include "icd/objects/program.h"

#include <algorithm>
#include <cstring>
#include <string_view>

#include "icd/api/checks.h"
#include "icd/api/entry_points.h"
#include "icd/api/handle.h"
#include "icd/runtime/entry.h"
#include "icd/runtime/program_build.h"

namespace quadcl::icd::api {
namespace {

/// CL_INVALID_VALUE if pfn_notify is NULL but user_data is not.
cl_int check_notify(const BuildNotify& notify) {
  return notify.function == nullptr && notify.user_data != nullptr ? CL_INVALID_VALUE : CL_SUCCESS;
}

/// The two sentences on device_list in the sections of clCreateProgramWithBinary and
/// clCreateProgramWithBuiltInKernels.
Outcome<std::vector<Device*>> find_needed_devices(const Context& context, cl_uint count,
                                                  const cl_device_id* devices) {
  if (devices == nullptr || count == 0) return CL_INVALID_VALUE;
  return find_device_list(count, devices, context.devices());
}

/// CL_INVALID_VALUE if strings is NULL, empty or contains a NULL. A length of 0 means that the string ends
/// with a NUL.
Outcome<std::string> join_source(cl_uint count, const char** strings, const std::size_t* lengths) {
  if (count == 0 || strings == nullptr) return CL_INVALID_VALUE;
  std::string source;
  for (cl_uint i = 0; i < count; ++i) {
    if (strings[i] == nullptr) return CL_INVALID_VALUE;
    const bool has_length = lengths != nullptr && lengths[i] != 0;
    source.append(strings[i], has_length ? lengths[i] : std::strlen(strings[i]));
  }
  // "The concatenation strips any nulls in the original source strings" (clGetProgramInfo).
  std::erase(source, '\0');
  return source;
}

/// Names separated by ';'; each counts once. CL_INVALID_VALUE if none of the devices supports a name.
Outcome<std::vector<std::string>> find_builtin_kernels(const char* kernel_names,
                                                       std::span<Device* const> devices) {
  if (kernel_names == nullptr) return CL_INVALID_VALUE;
  std::vector<std::string> names;
  std::string_view rest = kernel_names;
  for (bool more = true; more;) {
    const std::size_t end = rest.find(';');
    const std::string name(rest.substr(0, end));
    const bool supported = std::any_of(devices.begin(), devices.end(), [&](const Device* device) {
      return device->builtin_kernel(name) != nullptr;
    });
    if (!supported) return CL_INVALID_VALUE;
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
    more = end != std::string_view::npos;
    if (more) rest.remove_prefix(end + 1);
  }
  return names;
}

/// CL_INVALID_VALUE if lengths or binaries is NULL, or has an entry that is 0 or NULL.
cl_int check_binaries(cl_uint count, const std::size_t* lengths, const unsigned char** binaries,
                      cl_int* status) {
  if (lengths == nullptr || binaries == nullptr) return CL_INVALID_VALUE;
  cl_int result = CL_SUCCESS;
  for (cl_uint i = 0; i < count; ++i) {
    const cl_int error = lengths[i] == 0 || binaries[i] == nullptr ? CL_INVALID_VALUE : CL_SUCCESS;
    if (status != nullptr) status[i] = error;
    if (error != CL_SUCCESS) result = error;
  }
  return result;
}

/// CL_INVALID_BINARY if a binary is not from QuadCL, or is for another machine.
Outcome<std::vector<BuildState>> read_binaries(cl_uint count, const std::size_t* lengths,
                                               const unsigned char** binaries, cl_int* status) {
  std::vector<BuildState> states;
  cl_int result = CL_SUCCESS;
  for (cl_uint i = 0; i < count; ++i) {
    auto state = read_binary(std::as_bytes(std::span(binaries[i], lengths[i])));
    if (status != nullptr) status[i] = state.error();
    if (state.ok()) {
      states.push_back(std::move(state.value()));
    } else {
      result = state.error();
    }
  }
  if (result != CL_SUCCESS) return result;
  return states;
}

/// The states of `devices`. `list` may name a device more than once: its first entry counts.
std::vector<BuildState> states_of(std::span<Device* const> devices, std::span<const cl_device_id> list,
                                  std::vector<BuildState> states) {
  std::vector<BuildState> found;
  for (const Device* device : devices) {
    const auto place = std::ranges::find(list, handle_of<cl_device_id>(device));
    found.push_back(std::move(states[static_cast<std::size_t>(place - list.begin())]));
  }
  return found;
}

/// CL_INVALID_OPERATION if program was not created from source.
cl_int check_has_source(const Program& program) {
  return program.origin() == ProgramOrigin::source ? CL_SUCCESS : CL_INVALID_OPERATION;
}

/// CL_INVALID_OPERATION if program was created with built-in kernels, or by linking.
cl_int check_can_be_built(const Program& program) {
  const bool can = program.origin() == ProgramOrigin::source || program.origin() == ProgramOrigin::binary;
  return can ? CL_SUCCESS : CL_INVALID_OPERATION;
}

/// A program binary that is an executable needs no compiler. Without one, the build log says what to do.
cl_int check_compiler(Program& program, std::span<Device* const> devices) {
  if (program.origin() == ProgramOrigin::binary || Platform::instance().compiler().is_available())
    return CL_SUCCESS;
  fail_without_compiler(program, devices);
  return CL_COMPILER_NOT_AVAILABLE;
}

std::string option_text(const char* options) { return options != nullptr ? options : ""; }

/// CL_INVALID_PROGRAM if a header is not valid, CL_INVALID_OPERATION if it has no source.
Outcome<EmbeddedHeaders> collect_headers(cl_uint count, const cl_program* programs, const char** names) {
  EmbeddedHeaders headers;
  for (cl_uint i = 0; i < count; ++i) {
    ICD_TRY(const auto program, find(programs[i]));
    if (names[i] == nullptr) return CL_INVALID_VALUE;
    ICD_CHECK(check_has_source(*program));
    headers.emplace_back(names[i], program->source());
  }
  return headers;
}

using LinkPrograms = std::vector<Ref<Program>>;

/// The images of the programs to link for the device; empty if no program has one. CL_INVALID_OPERATION if
/// only some programs have one, or one is being compiled.
Outcome<LinkInputs> collect_link_inputs(const LinkPrograms& programs, Device& device) {
  LinkInputs inputs;
  for (const auto& program : programs) {
    if (!program->has(device)) continue;
    const BuildState state = program->state(device);
    if (state.status == CL_BUILD_IN_PROGRESS) return CL_INVALID_OPERATION;
    if (state.image && !state.image->has_kernels()) inputs.binaries.push_back(state.binary);
  }
  if (inputs.binaries.empty()) return inputs;
  if (inputs.binaries.size() != programs.size()) return CL_INVALID_OPERATION;
  inputs.devices.push_back(&device);
  return inputs;
}

bool have_same_binaries(const LinkInputs& one, const LinkInputs& other) {
  return std::ranges::equal(one.binaries, other.binaries,
                            [](const auto& a, const auto& b) { return a == b || *a == *b; });
}

/// The devices for which there is something to link, grouped by equal inputs. CL_INVALID_OPERATION if there
/// are none.
Outcome<std::vector<LinkInputs>> collect_links(const LinkPrograms& programs,
                                               std::span<Device* const> devices) {
  std::vector<LinkInputs> links;
  for (Device* device : devices) {
    ICD_TRY(auto inputs, collect_link_inputs(programs, *device));
    if (inputs.devices.empty()) continue;
    const auto same =
        std::ranges::find_if(links, [&](const LinkInputs& link) { return have_same_binaries(link, inputs); });
    if (same != links.end()) {
      same->devices.push_back(device);
    } else {
      links.push_back(std::move(inputs));
    }
  }
  if (links.empty()) return CL_INVALID_OPERATION;
  return links;
}

/// CL_INVALID_VALUE if the count is 0 and headers or names are given, or the count is not 0 and either is
/// missing.
cl_int check_header_arrays(cl_uint count, const cl_program* headers, const char** names) {
  const bool consistent = (count != 0) == (headers != nullptr) && (count != 0) == (names != nullptr);
  return consistent ? CL_SUCCESS : CL_INVALID_VALUE;
}

/// CL_INVALID_PROGRAM if a program is not valid, CL_INVALID_CONTEXT if it is not of the context.
cl_int check_programs(const Context& context, cl_uint count, const cl_program* programs) {
  for (cl_uint i = 0; i < count; ++i) {
    ICD_TRY(const auto program, find(programs[i]));
    if (&program->context() != &context) return CL_INVALID_CONTEXT;
  }
  return CL_SUCCESS;
}

struct LinkTarget {
  Ref<Context> context;
  std::vector<Device*> devices;
};

/// If linking can begin, the program exists even if linking fails.
cl_int link(LinkTarget target, const std::vector<LinkInputs>& links, const std::string& options,
            const BuildNotify& notify, cl_program& linked) {
  std::vector<BuildState> states(target.devices.size());
  const auto program = make<Program>(std::move(target.context), ProgramOrigin::linked,
                                     std::move(target.devices), std::move(states));
  std::vector<Device*> devices;
  for (const LinkInputs& link : links)
    devices.insert(devices.end(), link.devices.begin(), link.devices.end());
  const auto work = [program, links, options] { return link_program(*program, options, links); };
  const cl_program handle = publish<cl_program>(program);
  const cl_int error = entry("link", [&] { return run_build(program, devices, notify, work); });
  if (error == CL_SUCCESS || error == CL_LINK_PROGRAM_FAILURE) {
    linked = handle;
  } else {
    release_handle(handle);
  }
  return error;
}

}  // namespace

cl_program CL_API_CALL clCreateProgramWithSource(cl_context context, cl_uint count, const char** strings,
                                                 const size_t* lengths, cl_int* errcode_ret) {
  return entry<cl_program>("clCreateProgramWithSource", errcode_ret, [&]() -> Outcome<cl_program> {
    ICD_TRY(auto in_context, find(context));
    ICD_TRY(auto source, join_source(count, strings, lengths));
    return publish<cl_program>(make<Program>(std::move(in_context), std::move(source)));
  });
}

cl_program CL_API_CALL clCreateProgramWithBinary(cl_context context, cl_uint num_devices,
                                                 const cl_device_id* device_list, const size_t* lengths,
                                                 const unsigned char** binaries, cl_int* binary_status,
                                                 cl_int* errcode_ret) {
  return entry<cl_program>("clCreateProgramWithBinary", errcode_ret, [&]() -> Outcome<cl_program> {
    ICD_TRY(auto in_context, find(context));
    ICD_TRY(auto devices, find_needed_devices(*in_context, num_devices, device_list));
    ICD_CHECK(check_binaries(num_devices, lengths, binaries, binary_status));
    ICD_TRY(auto read, read_binaries(num_devices, lengths, binaries, binary_status));
    auto states = states_of(devices, std::span(device_list, num_devices), std::move(read));
    return publish<cl_program>(
        make<Program>(std::move(in_context), ProgramOrigin::binary, std::move(devices), std::move(states)));
  });
}

cl_program CL_API_CALL clCreateProgramWithBuiltInKernels(cl_context context, cl_uint num_devices,
                                                         const cl_device_id* device_list,
                                                         const char* kernel_names, cl_int* errcode_ret) {
  return entry<cl_program>("clCreateProgramWithBuiltInKernels", errcode_ret, [&]() -> Outcome<cl_program> {
    ICD_TRY(auto in_context, find(context));
    ICD_TRY(auto devices, find_needed_devices(*in_context, num_devices, device_list));
    ICD_TRY(const auto names, find_builtin_kernels(kernel_names, devices));
    return publish<cl_program>(make<Program>(std::move(in_context), std::move(devices), names));
  });
}

cl_int CL_API_CALL clRetainProgram(cl_program program) {
  return entry("clRetainProgram", [&] { return retain_handle(program); });
}

cl_int CL_API_CALL clReleaseProgram(cl_program program) {
  return entry("clReleaseProgram", [&] { return release_handle(program); });
}

cl_int CL_API_CALL clBuildProgram(cl_program program, cl_uint num_devices, const cl_device_id* device_list,
                                  const char* options, BuildNotify::Function pfn_notify, void* user_data) {
  return entry("clBuildProgram", [&]() -> cl_int {
    ICD_TRY(const auto object, find(program));
    ICD_TRY(const auto devices, find_device_list(num_devices, device_list, object->devices()));
    ICD_CHECK(check_notify({pfn_notify, user_data}));
    ICD_CHECK(check_can_be_built(*object));
    ICD_CHECK(check_compiler(*object, devices));
    return run_build(
        object, devices, {pfn_notify, user_data},
        [object, devices, text = option_text(options)] { return build_program(*object, devices, text); });
  });
}

cl_int CL_API_CALL clCompileProgram(cl_program program, cl_uint num_devices, const cl_device_id* device_list,
                                    const char* options, cl_uint num_input_headers,
                                    const cl_program* input_headers, const char** header_include_names,
                                    BuildNotify::Function pfn_notify, void* user_data) {
  return entry("clCompileProgram", [&]() -> cl_int {
    ICD_TRY(const auto object, find(program));
    ICD_TRY(const auto devices, find_device_list(num_devices, device_list, object->devices()));
    ICD_CHECK(check_header_arrays(num_input_headers, input_headers, header_include_names));
    ICD_CHECK(check_programs(object->context(), num_input_headers, input_headers));
    ICD_CHECK(check_notify({pfn_notify, user_data}));
    ICD_CHECK(check_has_source(*object));
    ICD_TRY(auto headers, collect_headers(num_input_headers, input_headers, header_include_names));
    ICD_CHECK(check_compiler(*object, devices));
    return run_build(object, devices, {pfn_notify, user_data},
                     [object, devices, text = option_text(options), headers] {
                       return compile_program(*object, devices, text, headers);
                     });
  });
}

cl_program CL_API_CALL clLinkProgram(cl_context context, cl_uint num_devices, const cl_device_id* device_list,
                                     const char* options, cl_uint num_input_programs,
                                     const cl_program* input_programs, BuildNotify::Function pfn_notify,
                                     void* user_data, cl_int* errcode_ret) {
  cl_program linked = nullptr;  // made even if linking fails
  const cl_int error = entry("clLinkProgram", [&]() -> cl_int {
    ICD_TRY(auto in_context, find(context));
    ICD_TRY(auto devices, find_device_list(num_devices, device_list, in_context->devices()));
    if (num_input_programs == 0 || input_programs == nullptr) return CL_INVALID_VALUE;
    ICD_CHECK(check_programs(*in_context, num_input_programs, input_programs));
    ICD_CHECK(check_notify({pfn_notify, user_data}));
    if (!Platform::instance().compiler().is_available()) return CL_LINKER_NOT_AVAILABLE;
    ICD_TRY(const auto programs, find_all(std::span(input_programs, num_input_programs)));
    ICD_TRY(const auto links, collect_links(programs, devices));
    return link({std::move(in_context), std::move(devices)}, links, option_text(options),
                {pfn_notify, user_data}, linked);
  });
  if (errcode_ret != nullptr) *errcode_ret = error;
  return linked;
}

}  // namespace quadcl::icd::api
