// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/ADT/DenseSet.h>
#include <llvm/IR/Function.h>

namespace quadcl::compiler::qpu {

/// (word, lanes): in lane i, the word that lane i + lanes has, modulo 16.
inline constexpr const char* kRotateFunction = "quadcl.rotate";
/// (word, lane): in all lanes, the word that one has.
inline constexpr const char* kBroadcastFunction = "quadcl.broadcast";

/// What differs between work-items.
struct RowDivergence {
  llvm::DenseSet<const llvm::Value*> varying;
  /// Blocks at whose end lanes go different ways.
  llvm::DenseSet<const llvm::BasicBlock*> parting;
};

/// Between which work-items: the 16 of a row, which lies along dimension 0, those of lines along it that lie
/// side by side in dimension 1, or those of a group.
enum class Among { row, lines, group };
RowDivergence find_row_divergence(llvm::Function& kernel, Among among = Among::row);

}  // namespace quadcl::compiler::qpu
