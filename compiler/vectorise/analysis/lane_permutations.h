// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

#include <optional>

#include "compiler/analysis/shape.h"

namespace quadcl::compiler {

/// A value such as `x / 4`, `x % 4`, `x ^ 1` or `x & ~1`, by how much it differs between lanes. That follows
/// from the offsets of the index x if x has no bit in lane 0 that any of them has, as at the start of a
/// block: (16 + 5) / 4 is 16 / 4 + 5 / 4.
struct Arrangement {
  llvm::Value* index;  ///< x
  bool is_signed;      ///< the index must not be negative
  Offsets offsets;     ///< of the value
};

/// The instruction as such a value. `offsets_of` tells those of an index; empty if they are not known.
std::optional<Arrangement> arrangement_of(
    const llvm::Instruction& instruction,
    llvm::function_ref<std::optional<Offsets>(const llvm::Value&)> offsets_of);

/// Whether the index of lane 0 has no bits in common with these offsets, those of the row's lanes.
llvm::Value* begins_block(llvm::Value* first, llvm::ArrayRef<std::int64_t> offsets,
                          llvm::IRBuilder<>& builder);

}  // namespace quadcl::compiler
