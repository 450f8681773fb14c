// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/ADT/DenseSet.h>
#include <llvm/IR/Function.h>

namespace quadcl::compiler::qpu {

/// What differs between the 16 work-items of a row, which lies along dimension 0.
struct RowDivergence {
  llvm::DenseSet<const llvm::Value*> varying;
  /// Blocks at whose end lanes go different ways.
  llvm::DenseSet<const llvm::BasicBlock*> parting;
};

RowDivergence find_row_divergence(llvm::Function& kernel);

}  // namespace quadcl::compiler::qpu
