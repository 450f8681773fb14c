// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/Module.h>

namespace quadcl::compiler {

/// Adds the definitions of the OpenCL C builtins that the module calls: ours if there is one, else libclc's.
/// Calls of `left` stay.
bool link_builtin_library(llvm::Module& module, unsigned address_bits, llvm::ArrayRef<llvm::StringRef> left = {});

}  // namespace quadcl::compiler
