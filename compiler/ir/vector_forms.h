// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/IntrinsicInst.h>

namespace quadcl::compiler {

/// The form of the called intrinsic function for vectors: with this result, and these arguments.
llvm::Function& vector_form(llvm::CallInst& call, llvm::Type& result, llvm::ArrayRef<llvm::Value*> arguments);

}  // namespace quadcl::compiler
