// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "compiler/frontend/frontend.h"
#include "core/program_image.h"

namespace quadcl::compiler {

/// The result of an action: the log, and an image unless it failed.
struct Built {
  bool ok = false;
  std::string log;
  ProgramImage image;
};

/// clBuildProgram, clCompileProgram and clLinkProgram.
Built build_program(const Source& source, const BuildOptions& options);
Built compile_program(const Source& source, const BuildOptions& options);
/// With `may_postpone`, the result of building and linking may be a postponed program.
Built link_programs(const std::vector<ProgramImage>& inputs, const BuildOptions& options,
                    unsigned address_bits);

/// The executable of a postponed program, with the kernel of that name, or with all if the name is empty.
/// With all, it keeps its IR if kernels take images: it can be finished again, for the images of a launch.
/// For the local size of a launch, it has code for QPUs only, and stays postponed.
Built finish_program(ProgramImage postponed, const std::string& kernel, const BuildOptions& options);

}  // namespace quadcl::compiler
