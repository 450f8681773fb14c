// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/Function.h>

#include <cstdint>
#include <optional>

#include "compiler/qpu/analysis/row_divergence.h"

namespace quadcl::compiler::qpu {

/// By how much values differ from lane to lane of a row, modulo 2^32: addresses have 32 bits, so no overflow
/// matters.
class LaneStrides {
 public:
  /// Among lines, ids of dimension 1 differ like those of dimension 0: as far as borders matter.
  LaneStrides(llvm::Function& kernel, const RowDivergence& divergence, Among among = Among::row);
  /// In bytes for pointers; 0 for uniform values; empty if there is none.
  std::optional<std::int32_t> of(const llvm::Value& value) const;
  /// Whether neighbours differ by the same number all along a row, known or not.
  bool is_even(const llvm::Value& value) const;

 private:
  void find_even(llvm::Function& kernel);
  bool stays_even(const llvm::Instruction& instruction) const;
  std::optional<std::int32_t> compute(const llvm::Instruction& instruction) const;

  const llvm::DataLayout& layout_;
  llvm::DenseMap<const llvm::Value*, std::optional<std::int32_t>> strides_;
  llvm::DenseSet<const llvm::Value*> even_;
  const RowDivergence& divergence_;
  const Among among_;
  llvm::DenseSet<const llvm::BasicBlock*> joins_;  ///< where lanes of a row may come from different blocks
};

}  // namespace quadcl::compiler::qpu
