// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/vectorise/emit/lane_values.h"

namespace quadcl::compiler {

/// The row and its values, the builder's place in its wide form, and the lanes that are active there.
struct LaneState {
  const Row& row;
  llvm::IRBuilder<>& builder;
  LaneValues& values;
  const llvm::TargetTransformInfo& target;
  llvm::Value* mask = nullptr;  ///< null: all lanes

  LaneState for_all_lanes() const { return {row, builder, values, target}; }
};

/// What makes the widened form of one instruction, at the builder's place, which may move to another block.
class LaneEmitter {
 protected:
  explicit LaneEmitter(const LaneState& state)
      : state_(state),
        row_(state.row),
        builder_(state.builder),
        values_(state.values),
        target_(state.target),
        mask_(state.mask) {}

  llvm::Value* all_lanes();
  /// Inserts a copy of an instruction for lane 0. Lane 0 may be inactive, so its promises (nsw and the like)
  /// need not hold.
  void emit_for_lane_0(llvm::Instruction& original, llvm::Instruction* copy);
  /// How far apart the elements of a vector are, in elements: those of all lanes lie side by side in
  /// variables of which each lane has one.
  unsigned spacing(llvm::Instruction& access) const;
  llvm::Value* address_of_element(llvm::Value* address, llvm::Instruction& access, unsigned element);

  const LaneState state_;
  const Row& row_;
  llvm::IRBuilder<>& builder_;
  LaneValues& values_;
  const llvm::TargetTransformInfo& target_;
  llvm::Value* const mask_;
};

}  // namespace quadcl::compiler
