// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tuple>

#include "compiler/vectorise/emit/lane_emitter.h"

namespace quadcl::compiler {

/// The last division of 64-bit integers and its quotient.
struct LastDivision {
  /// The block, the mask, the numbers, the element, and whether these are signed.
  using Key = std::tuple<const llvm::BasicBlock*, const llvm::Value*, const llvm::Value*, const llvm::Value*,
                         unsigned, bool>;
  Key key;
  llvm::Value* quotient = nullptr;
};

/// Operations with two operands; among them divisions of integers, for which processors have no instructions
/// on vectors.
class LaneDivisions : LaneEmitter {
 public:
  LaneDivisions(const LaneState& state, LastDivision& last) : LaneEmitter(state), last_(last) {}

  /// One element of the result, from that of the operands.
  llvm::Value* widen(llvm::BinaryOperator& operation, unsigned element, llvm::Value* left,
                     llvm::Value* right);

 private:
  llvm::Value* divide_as_numbers(const llvm::BinaryOperator& operation, llvm::Value* left,
                                 llvm::Value* right);
  llvm::Value* quotient_if_small(bool has_sign, llvm::Value* left, llvm::Value* right);
  llvm::Value* divide_long(const llvm::BinaryOperator& operation, unsigned element, llvm::Value* left,
                           llvm::Value* right);

  LastDivision& last_;
};

}  // namespace quadcl::compiler
