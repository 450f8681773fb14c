// SPDX-License-Identifier: Apache-2.0
#include "icd/program_build.h"

#include "core/compiler_client.h"
#include "icd/language.h"

namespace quadcl::icd {
namespace {

/// The codes that differ between building, compiling and linking.
struct FailureCodes {
  cl_int failure;
  cl_int options;
};
constexpr FailureCodes kBuild{CL_BUILD_PROGRAM_FAILURE, CL_INVALID_BUILD_OPTIONS};
constexpr FailureCodes kCompile{CL_COMPILE_PROGRAM_FAILURE, CL_INVALID_COMPILER_OPTIONS};
constexpr FailureCodes kLink{CL_LINK_PROGRAM_FAILURE, CL_INVALID_LINKER_OPTIONS};

cl_int error_of(quadcl_compiler_status status, const FailureCodes& codes) {
  switch (status) {
    case QUADCL_OK:
      return CL_SUCCESS;
    case QUADCL_INVALID_OPTIONS:
      return codes.options;
    case QUADCL_INVALID_BINARY:
    case QUADCL_FAILED:
      break;
  }
  return codes.failure;
}

CompilerTask make_task(quadcl_compiler_action action, const std::string& options, const Device& device) {
  CompilerTask task;
  task.action = action;
  task.options = options;
  task.extensions = language_for_compiler();
  task.local_memory_bytes = device.description().local_memory_bytes;
  return task;
}

void set_image(BuildState& state, std::span<const std::byte> bytes) {
  auto image = deserialise(bytes);
  if (!image.ok()) return;
  state.image = std::make_shared<const ProgramImage>(std::move(image).value());
  state.binary = std::make_shared<const std::vector<std::byte>>(bytes.begin(), bytes.end());
}

/// Asks the compiler, and makes a state of the answer.
std::pair<BuildState, cl_int> perform(const CompilerTask& task, const FailureCodes& codes) {
  CompilerAnswer answer = run_compiler(task);
  BuildState state;
  state.options = task.options;
  state.log = std::move(answer.log);
  if (answer.status == QUADCL_OK) set_image(state, answer.image);
  const bool ok = answer.status == QUADCL_OK && state.image;
  state.status = ok ? CL_BUILD_SUCCESS : CL_BUILD_ERROR;
  if (answer.status == QUADCL_OK && !ok) return {state, codes.failure};
  return {state, error_of(answer.status, codes)};
}

cl_int finish(Program& program, std::span<Device* const> devices, const CompilerTask& task,
              const FailureCodes& codes) {
  const auto [state, error] = perform(task, codes);
  program.end_build(devices, state);
  return error;
}

/// A binary is made ready: an executable as it is, an object by linking it.
cl_int build_binary(Program& program, Device& device, const std::string& options) {
  BuildState state = program.state(device);
  state.options = options;
  if (!state.image) {
    state.status = CL_BUILD_ERROR;
    program.end_build(std::span(program.devices()).first(0), state);
    return CL_INVALID_BINARY;
  }
  if (state.image->kind == ProgramKind::executable) {
    state.status = CL_BUILD_SUCCESS;
    Device* const one[]{&device};
    program.end_build(one, state);
    return CL_SUCCESS;
  }
  CompilerTask task = make_task(QUADCL_LINK, options, device);
  task.inputs.push_back(*state.binary);
  Device* const one[]{&device};
  return finish(program, one, task, kBuild);
}

}  // namespace

cl_int build_program(Program& program, std::span<Device* const> devices, const std::string& options) {
  if (program.origin() != ProgramOrigin::source) {
    cl_int result = CL_SUCCESS;
    for (Device* device : devices) {
      const cl_int error = build_binary(program, *device, options);
      if (error != CL_SUCCESS) result = error;
    }
    return result;
  }
  CompilerTask task = make_task(QUADCL_BUILD, options, *devices.front());
  task.source = program.source();
  return finish(program, devices, task, kBuild);
}

cl_int compile_program(Program& program, std::span<Device* const> devices, const std::string& options,
                       EmbeddedHeaders headers) {
  CompilerTask task = make_task(QUADCL_COMPILE, options, *devices.front());
  task.source = program.source();
  task.headers = std::move(headers);
  return finish(program, devices, task, kCompile);
}

Outcome<Ref<Program>> link_program(Ref<Context> context, std::vector<Device*> devices,
                                   const std::string& options, std::span<const Ref<Program>> inputs) {
  CompilerTask task = make_task(QUADCL_LINK, options, *devices.front());
  for (const auto& input : inputs) task.inputs.push_back(*input->state(*devices.front()).binary);
  const auto [state, error] = perform(task, kLink);
  if (error != CL_SUCCESS) {
    if (!state.log.empty()) context->notify(state.log);
    return error;
  }
  std::vector<BuildState> states(devices.size(), state);
  return make<Program>(std::move(context), ProgramOrigin::linked, std::move(devices), std::move(states));
}

Outcome<BuildState> read_binary(std::span<const std::byte> binary) {
  BuildState state;
  set_image(state, binary);
  if (!state.image) return CL_INVALID_BINARY;
  return state;
}

}  // namespace quadcl::icd
