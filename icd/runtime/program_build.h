// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "icd/base/outcome.h"
#include "icd/objects/program.h"

namespace quadcl::icd {

/// Marks a build as failed for want of a compiler; the build log says what to do. Does nothing if the program
/// cannot be built now.
void fail_without_compiler(Program& program, std::span<Device* const> devices);

/// The three ways to make a program. Each returns when it is done. The devices belong to the program, which
/// is claimed for them (run_build).
cl_int build_program(Program& program, std::span<Device* const> devices, const std::string& options);

using EmbeddedHeaders = std::vector<std::pair<std::string, std::string>>;  ///< name, text
cl_int compile_program(Program& program, std::span<Device* const> devices, const std::string& options,
                       EmbeddedHeaders headers);

/// Objects and libraries to link to one executable or library, and the devices it is for.
struct LinkInputs {
  std::vector<std::shared_ptr<const std::vector<std::byte>>> binaries;
  std::vector<Device*> devices;
};
cl_int link_program(Program& program, const std::string& options, std::span<const LinkInputs> links);

/// The callback of clBuildProgram, clCompileProgram or clLinkProgram.
struct BuildNotify {
  using Function = void(CL_CALLBACK*)(cl_program program, void* user_data);
  Function function = nullptr;
  void* user_data = nullptr;
};

/// Claims the program for the devices, does the work and returns its error. With a callback to notify, the
/// work is done on another thread and the result is CL_SUCCESS. CL_INVALID_OPERATION if kernels are attached
/// to the program, or another build of it has not ended.
cl_int run_build(const Ref<Program>& program, std::span<Device* const> devices, const BuildNotify& notify,
                 const std::function<cl_int()>& work);

/// The state of a program for a device, from its binary. Error: CL_INVALID_BINARY.
Outcome<BuildState> read_binary(std::span<const std::byte> binary);

}  // namespace quadcl::icd
