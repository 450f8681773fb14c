// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

#include <optional>

namespace quadcl::compiler {

/// How many lanes a row has at most.
inline constexpr unsigned kMostLanes = 64;

/// By how much the value of each of kMostLanes lanes differs from that of lane 0, modulo the type's width.
using Offsets = llvm::SmallVector<std::int64_t, 0>;

/// Offsets that rise by the same step.
Offsets regular_offsets(std::int64_t step);
/// The step of such offsets; empty for others.
std::optional<std::int64_t> step_of(llvm::ArrayRef<std::int64_t> offsets);

/// A value whose offsets follow from those of an index: `x / 4`, `x % 4`, `x ^ 1`, `x & ~1`. That holds if
/// the index of lane 0 is a multiple of a power of two above all offsets: then these and the index of lane 0
/// have no bits in common.
struct Arrangement {
  llvm::Value* index;
  bool is_signed;  ///< the index must not be negative
  Offsets offsets;
};

/// The instruction as such a value. `offsets_of` tells those of an index; empty if they are not known.
std::optional<Arrangement> arrangement_of(
    const llvm::Instruction& instruction,
    llvm::function_ref<std::optional<Offsets>(const llvm::Value&)> offsets_of);

/// Whether the index of lane 0 has no bits in common with these offsets, those of the row's lanes.
llvm::Value* begins_block(llvm::Value* first, llvm::ArrayRef<std::int64_t> offsets,
                          llvm::IRBuilder<>& builder);

}  // namespace quadcl::compiler
