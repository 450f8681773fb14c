// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "compiler/compilation.h"
#include "compiler/frontend/build_options.h"
#include "core/program_image.h"

// The inputs of the pipeline, from the options of a build.
namespace quadcl::compiler {

/// For the CPU's code of the image's kernels. Those that may be compiled again for the images of a launch
/// have no versions for formats: their program has bitcode.
Compilation compilation_of(const BuildOptions& options, ProgramImage& image);

/// For the QPUs' code of these kernels.
Compilation compilation_for_qpus(const BuildOptions& options, std::vector<KernelImage>& kernels);

}  // namespace quadcl::compiler
