// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/ADT/MapVector.h>
#include <llvm/IR/IRBuilder.h>

#include <cstdint>
#include <optional>
#include <vector>

namespace quadcl::compiler::qpu {

/// A number modulo 2^32, as a sum of multiples of values. Casts between 32 and 64 bits change nothing then.
struct LinearSum {
  llvm::MapVector<llvm::Value*, std::int32_t> terms;
  std::int32_t constant = 0;

  void add(llvm::Value& number, std::int32_t factor);
  void add(const LinearSum& other, std::int32_t factor);
  void add_term(llvm::Value& number, std::int32_t factor);

  /// Whether it is one value, as it is.
  llvm::Value* single() const;
  /// Computes it, with 32 bits.
  llvm::Value* value(llvm::IRBuilder<>& builder) const;
};

/// An index into an array of so many elements. C does not let it leave the array.
struct ArrayIndex {
  LinearSum index;
  std::int64_t elements = 0;
};

/// A place in an array, in bytes.
struct PlaceInArray {
  LinearSum bytes;
  std::vector<ArrayIndex> indices;
};

/// Empty if the pointer does not point into the array.
std::optional<PlaceInArray> place_in(const llvm::Value& array, llvm::Value& pointer,
                                     const llvm::DataLayout& layout);

/// The value in front of casts between 32 and 64 bits.
llvm::Value& without_casts(llvm::Value& number);

}  // namespace quadcl::compiler::qpu
