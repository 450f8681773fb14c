// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/Module.h>

#include <vector>

#include "compiler/frontend/build_options.h"
#include "core/kernel_image.h"

namespace quadcl::compiler {

/// Compiles the kernels of a program, without its builtins, for QPUs, and puts the code, or the reason why
/// there is none, into their images. Kernels that take images need `options.facts`. `module` is used up.
void add_qpu_code(llvm::Module& module, const BuildOptions& options, std::vector<KernelImage>& images);

}  // namespace quadcl::compiler
