// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/vectorise/emit/lane_divisions.h"

namespace quadcl::compiler {

/// The forms, for all lanes, of instructions that only compute.
class LaneForms : LaneEmitter {
 public:
  LaneForms(const LaneState& state, LastDivision& last_division)
      : LaneEmitter(state), last_division_(last_division) {}

  WideElements widen(llvm::Instruction& instruction);

 private:
  llvm::Value* widen_packed(llvm::Instruction& instruction);
  llvm::Value* shuffle_packed(llvm::ShuffleVectorInst& shuffle);
  llvm::Value* insert_packed(llvm::InsertElementInst& insert);
  llvm::Value* operand_of(llvm::Instruction& instruction, unsigned index, unsigned element);
  llvm::Value* widen_element(llvm::Instruction& instruction, unsigned element);
  llvm::Value* widen_call(llvm::CallInst& call, unsigned element);
  llvm::Value* widen_address(llvm::GetElementPtrInst& address);
  WideElements widen_shuffle(llvm::ShuffleVectorInst& shuffle);
  WideElements regroup(llvm::BitCastInst& cast);
  WideElements widen_extract(llvm::ExtractElementInst& extract);
  WideElements widen_insert(llvm::InsertElementInst& insert);

  LastDivision& last_division_;
};

}  // namespace quadcl::compiler
