// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

#include <optional>

#include "compiler/analysis/shape.h"

namespace quadcl::compiler {

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
