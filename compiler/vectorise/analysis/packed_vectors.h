// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/vectorise/analysis/row.h"

namespace quadcl::compiler {

/// The varying vectors of the source that the lanes of a row keep packed: the vector of one lane after the
/// other, as they lie in memory. Nothing between loads and stores of such vectors tells their elements apart,
/// or so little that it costs less than dividing what is loaded.
PackedVectors packed_vectors(const Row& row);

/// The value that a shuffle repeats in all elements of a vector; null for other instructions.
const llvm::Value* repeated_scalar(const llvm::Instruction& instruction);

}  // namespace quadcl::compiler
