// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/Module.h>

namespace quadcl::compiler {

/// Conversions between half and float as integer arithmetic, for processors without an instruction for them.
/// LLVM would call functions that 32-bit ARM's libgcc_s does not have, one element after the other.
void soften_halves(llvm::Module& module);

}  // namespace quadcl::compiler
