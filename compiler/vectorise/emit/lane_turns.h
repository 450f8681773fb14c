// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>

#include "compiler/vectorise/emit/lane_emitter.h"

namespace quadcl::compiler {

/// Instructions that have no form for all lanes at once: the lanes take turns, or one operation does the work
/// of all.
class LaneTurns : LaneEmitter {
 public:
  explicit LaneTurns(const LaneState& state) : LaneEmitter(state) {}

  void emit(llvm::Instruction& instruction);
  void combine(llvm::AtomicRMWInst& atomic);

 private:
  void provide_operands(llvm::Instruction& instruction);
  void set_numbers(llvm::Instruction& instruction, llvm::Value* lanes);
  void take_turns(llvm::Instruction& instruction);
  void take_all_turns(llvm::Instruction& instruction);
  using ElementOfLane = llvm::function_ref<llvm::Value*(llvm::Value&)>;
  llvm::Value* value_of_lane(llvm::Value& value, ElementOfLane element_of_lane);
};

}  // namespace quadcl::compiler
