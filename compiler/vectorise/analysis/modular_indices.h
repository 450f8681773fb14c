// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

#include <optional>

namespace quadcl::compiler {

/// A value that is linear in an index within periods of the index: the quotient or the remainder of a
/// division, the index with some of its bits cleared, set or inverted, or shifted to the right.
struct Period {
  llvm::Value* index;
  llvm::Value* length;  ///< the divisor, the bits, or the distance of the shift
  llvm::Instruction::BinaryOps operation;

  bool divides() const;
  bool is_signed() const;
  /// Whether the value is the same throughout the period; otherwise it rises with the index.
  bool is_constant() const;
};

/// The instruction as a value with a period. `is_uniform` tells its length from the index.
std::optional<Period> period_of(const llvm::Instruction& instruction,
                                llvm::function_ref<bool(const llvm::Value&)> is_uniform);

/// Whether the instruction may have a period.
bool may_have_period(const llvm::Instruction& instruction);

/// The last place in the period, counted from 0; `length` is the period's, for all lanes. Places are positive
/// as signed numbers. That of a division by zero or by a negative number is not.
llvm::Value* last_place(const Period& period, llvm::Value* length, llvm::IRBuilder<>& builder);

/// The place of an index in its period.
llvm::Value* place_in(const Period& period, llvm::Value* index, llvm::Value* length,
                      llvm::IRBuilder<>& builder);

/// Of the stretches of so many places, the share that is within one period: 1 if its length is not known.
double share_within(const Period& period, std::uint64_t places);

/// The value for an index from 0 on, if the length is no negative number. It never traps.
llvm::Value* value_of(const Period& period, llvm::Value* index, llvm::Value* length,
                      llvm::IRBuilder<>& builder);

}  // namespace quadcl::compiler
