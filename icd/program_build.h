// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "icd/outcome.h"
#include "icd/program.h"

namespace quadcl::icd {

/// The three ways to make a program. Each returns when it is done; the devices are of the program, and the
/// program is claimed (Program::begin_build). All devices run the same code.
cl_int build_program(Program& program, std::span<Device* const> devices, const std::string& options);

using EmbeddedHeaders = std::vector<std::pair<std::string, std::string>>;  ///< name, text
cl_int compile_program(Program& program, std::span<Device* const> devices, const std::string& options,
                       EmbeddedHeaders headers);

/// Links the inputs, each of which has an object or a library for all devices of the program.
cl_int link_program(Program& program, const std::string& options, std::span<const Ref<Program>> inputs);

/// What clBuildProgram and its kind call when they are done.
struct BuildNotify {
  using Function = void(CL_CALLBACK*)(cl_program program, void* user_data);
  Function function = nullptr;
  void* user_data = nullptr;
};

/// Does the work now and returns its error. With somebody to notify, the work is done on another thread and
/// the answer is CL_SUCCESS.
cl_int run_build(const Ref<Program>& program, const BuildNotify& notify, std::function<cl_int()> work);

/// The state of a program for a device whose binary this is. CL_INVALID_BINARY.
Outcome<BuildState> read_binary(std::span<const std::byte> binary);

}  // namespace quadcl::icd
