// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/Module.h>

#include "core/program_image.h"

namespace quadcl::compiler {

/// Writes down what launches must know of a program's kernels and variables. Call it before the builtins are
/// linked: they accept any local size, and an inlined one takes permissions away.
void inspect_program(llvm::Module& module, ProgramImage& image);

}  // namespace quadcl::compiler
