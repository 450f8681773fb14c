// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/IntrinsicInst.h>

#include "compiler/vectorise/emit/lane_emitter.h"

namespace quadcl::compiler {

/// Accesses of interleaved variables of the lanes' own.
class LaneVariables : LaneEmitter {
 public:
  explicit LaneVariables(const LaneState& state) : LaneEmitter(state) {}

  void emit_address(llvm::GetElementPtrInst& address);
  WideElements load(llvm::LoadInst& load);
  void store(llvm::StoreInst& store);
  void set(llvm::MemIntrinsic& set);

 private:
  void put(llvm::Value* place, llvm::Value* lanes);
};

}  // namespace quadcl::compiler
