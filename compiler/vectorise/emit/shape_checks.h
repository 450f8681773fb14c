// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/vectorise/emit/lane_emitter.h"

namespace quadcl::compiler {

/// The checks in the row that lane 0 stands for all lanes of a value.
class ShapeChecks : LaneEmitter {
 public:
  explicit ShapeChecks(const LaneState& state) : LaneEmitter(state) {}

  void check(llvm::Instruction& instruction);
  /// The index that lane 0 has, or all are to have.
  llvm::Value* scalar_of(const Choice& choice);

 private:
  llvm::Value* check_of(llvm::Instruction& instruction, bool is_signed);
  llvm::Value* form_of(const Choice& choice);
  llvm::Value* check_choice(const Choice& choice);
  llvm::Value* check_order(llvm::Value& value, bool is_signed, const Limit* limit);
  llvm::Value* check_arrangement(const Arrangement& arrangement);
  llvm::Value* check_period(const Period& period);
  Offsets lane_offsets(const llvm::Value& value) const;

  llvm::Value* form_of_first_ = nullptr;  ///< of the choice
};

}  // namespace quadcl::compiler
