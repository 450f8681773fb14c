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

/// The three ways to make a program. Each returns when it is done; the devices are of the program, and the
/// program is claimed for them (run_build).
cl_int build_program(Program& program, std::span<Device* const> devices, const std::string& options);

using EmbeddedHeaders = std::vector<std::pair<std::string, std::string>>;  ///< name, text
cl_int compile_program(Program& program, std::span<Device* const> devices, const std::string& options,
                       EmbeddedHeaders headers);

/// Objects and libraries, and the devices for which they become one executable or library.
struct LinkInputs {
  std::vector<std::shared_ptr<const std::vector<std::byte>>> binaries;
  std::vector<Device*> devices;
};
cl_int link_program(Program& program, const std::string& options, std::span<const LinkInputs> links);

/// What clBuildProgram and its kind call when they are done.
struct BuildNotify {
  using Function = void(CL_CALLBACK*)(cl_program program, void* user_data);
  Function function = nullptr;
  void* user_data = nullptr;
};

/// Claims the program for the devices, does the work and returns its error. With somebody to notify, the work
/// is done on another thread and the answer is CL_SUCCESS. CL_INVALID_OPERATION if kernels are attached to
/// the program, or another build of it has not ended.
cl_int run_build(const Ref<Program>& program, std::span<Device* const> devices, const BuildNotify& notify,
                 const std::function<cl_int()>& work);

/// The state of a program for a device whose binary this is. CL_INVALID_BINARY.
Outcome<BuildState> read_binary(std::span<const std::byte> binary);

}  // namespace quadcl::icd
