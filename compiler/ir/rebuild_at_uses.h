// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/IR/IRBuilder.h>

namespace quadcl::compiler {

/// The instruction before which a value must be computed for its use: for a phi, the end of the incoming
/// block.
llvm::Instruction* place_of(const llvm::Use& use);

/// Replaces the wanted uses of a value by what `make` builds at their places.
void rebuild_at_uses(llvm::Instruction& value, llvm::function_ref<bool(const llvm::Use&)> is_wanted,
                     llvm::function_ref<llvm::Value*(llvm::IRBuilder<>&)> make);

}  // namespace quadcl::compiler
