// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/ADT/BitVector.h>

#include <vector>

#include "compiler/qpu/machine/code.h"

namespace quadcl::compiler::qpu {

/// Which values need registers of their own.
class Interference {
 public:
  explicit Interference(const Code& code);

  bool between(std::uint32_t a, std::uint32_t b) const { return rows_[a].test(b); }
  const llvm::BitVector& of(std::uint32_t value) const { return rows_[value]; }
  /// Lets `into` stand for `from`, too.
  void merge(std::uint32_t into, std::uint32_t from);

 private:
  void add(std::uint32_t value, const llvm::BitVector& live, std::uint32_t except);

  std::vector<llvm::BitVector> rows_;
};

/// The values that are rotated. They need accumulators.
llvm::BitVector rotated_values(const Code& code);
/// The values by which branches by tables go. They need registers of file A.
llvm::BitVector table_values(const Code& code);

/// Whether values that are rotated may be merged with what is moved to them, which then needs an accumulator,
/// too.
enum class MergeRotated : bool { no, yes };

/// Gives values that are moved to each other one number, if they do not interfere.
void merge_moved_values(Code& code, Interference& interference, MergeRotated rotated = MergeRotated::no);

}  // namespace quadcl::compiler::qpu
