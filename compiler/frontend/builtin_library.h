// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/Module.h>

namespace quadcl::compiler {

/// Adds the definitions of the OpenCL C builtins that the module calls: ours first, libclc's for the rest.
bool link_builtin_library(llvm::Module& module, unsigned address_bits);

}  // namespace quadcl::compiler
