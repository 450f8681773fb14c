// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/IR/Instruction.h>

#include <cstdint>

namespace quadcl::compiler::recognise {

/// Which numbers the w bits of an operand stand for.
enum class Reading : std::uint8_t {
  low_bits,     ///< any number that ends in these bits: the operation gives the same low bits for all of them
  as_signed,    ///< -2^(w-1) to 2^(w-1) - 1
  as_unsigned,  ///< 0 to 2^w - 1
  /// 0 to 2^(w-1) - 1: a signed operation that rounds or orders as we compute it from 0 on only
  from_zero,
};

enum class RuleOf : std::uint8_t { instruction, intrinsic, comparison };

/// How an operation reads its operands. With numbers in the place of bits, the operation computes what it
/// does in OpenCL C if each operand is such a number.
struct IntegerRule {
  RuleOf kind = RuleOf::instruction;
  unsigned code = 0;  ///< opcode, ID of the intrinsic, or predicate
  Reading left = Reading::low_bits;
  Reading right = Reading::low_bits;  ///< as_unsigned for the counts of shifts, which are constants
};

llvm::ArrayRef<IntegerRule> integer_rules();
/// Null for operations that are not understood.
const IntegerRule* rule_of(const llvm::Instruction& instruction);

}  // namespace quadcl::compiler::recognise
