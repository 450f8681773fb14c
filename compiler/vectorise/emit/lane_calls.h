// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>

#include "compiler/vectorise/emit/lane_emitter.h"

namespace quadcl::compiler {

/// The memory of calls of each row function, for one call at a time.
using CallBlocks = std::map<const llvm::Function*, llvm::AllocaInst*>;

/// Calls of functions that have a form for rows.
class LaneCalls : LaneEmitter {
 public:
  LaneCalls(const LaneState& state, CallBlocks& blocks) : LaneEmitter(state), blocks_(blocks) {}

  void emit(llvm::CallInst& call);

 private:
  llvm::Value* place_in_block(llvm::AllocaInst& block, std::uint64_t offset);
  llvm::AllocaInst* block_for(const llvm::Function& function, std::uint64_t bytes);

  CallBlocks& blocks_;
};

}  // namespace quadcl::compiler
