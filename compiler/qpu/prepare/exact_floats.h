// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/Function.h>

namespace quadcl::compiler::qpu {

/// For programs whose floats must be those of IEEE 754: comparisons, the larger and the smaller of two
/// numbers and the size of one become operations of their bits, which QPUs do exactly, NaN and denormals
/// included.
void make_floats_exact(llvm::Function& kernel);

/// The first operation of floats that QPUs do in their own way; null if there is none.
const llvm::Instruction* inexact_float(llvm::Function& kernel);

}  // namespace quadcl::compiler::qpu
