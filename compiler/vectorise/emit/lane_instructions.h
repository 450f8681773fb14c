// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/vectorise/emit/lane_calls.h"
#include "compiler/vectorise/emit/lane_forms.h"

namespace quadcl::compiler {

/// Makes the widened form of single instructions: each by an emitter of its kind, with the lanes that are
/// active there. What emitters of a row share is kept here.
class LaneInstructions {
 public:
  LaneInstructions(const Row& row, llvm::IRBuilder<>& builder, LaneValues& values,
                   const llvm::TargetTransformInfo& target)
      : all_{row, builder, values, target} {}

  /// Emits at the builder's place, which may move to another block. `mask` says which lanes are active: null
  /// for all.
  void emit(llvm::Instruction& instruction, llvm::Value* mask);

 private:
  bool emit_apart(llvm::Instruction& instruction, const LaneState& state);
  void emit_computed(llvm::Instruction& instruction, const LaneState& state);

  const LaneState all_;  ///< with all lanes active
  llvm::AllocaInst* harmless_ = nullptr;
  LastDivision last_division_;
  CallBlocks blocks_;
};

}  // namespace quadcl::compiler
