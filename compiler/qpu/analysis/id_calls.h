// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/IRBuilder.h>

namespace quadcl::compiler::qpu {

/// Calls `get_local_id` or another function of a dimension, which the module need not know yet.
llvm::CallInst* call_id_function(llvm::IRBuilder<>& builder, const char* name, llvm::Value& dimension);

}  // namespace quadcl::compiler::qpu
