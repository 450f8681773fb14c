// SPDX-License-Identifier: Apache-2.0
// How arithmetic changes the differences between work-items or lanes (shapes.h).
#pragma once

#include <llvm/ADT/MapVector.h>
#include <llvm/IR/Instructions.h>

#include <cstdint>
#include <optional>

namespace quadcl::compiler {

/// The stride of a sum, a difference or a constant multiple, from the strides of both operands. Empty for
/// other operations, and for multiples that are too large to be of use.
std::optional<std::int64_t> combined_stride(const llvm::Instruction& operation, std::int64_t left,
                                            std::int64_t right);

/// The stride times the factor, unless that is too large to be of use.
std::optional<std::int64_t> multiple_of_stride(std::int64_t stride, std::int64_t factor);

/// The variable indices of an address, and the bytes for which one step of each counts. Empty if these
/// numbers are not constant.
using AddressTerms = llvm::MapVector<llvm::Value*, llvm::APInt>;
std::optional<AddressTerms> terms_of(const llvm::GetElementPtrInst& address);

/// A number of which only the low bits are kept: truncated, extended, or both within one type.
struct LowBits {
  const llvm::Value* whole;
  unsigned bits;
};

/// Empty if the value is none, or no integer.
std::optional<LowBits> low_bits(const llvm::Value& value);

}  // namespace quadcl::compiler
