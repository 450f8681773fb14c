// SPDX-License-Identifier: Apache-2.0
#pragma once

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

/// Links for the devices, for which every input has an object or a library.
Outcome<Ref<Program>> link_program(Ref<Context> context, std::vector<Device*> devices,
                                   const std::string& options, std::span<const Ref<Program>> inputs);

/// The state of a program for a device whose binary this is. CL_INVALID_BINARY.
Outcome<BuildState> read_binary(std::span<const std::byte> binary);

}  // namespace quadcl::icd
