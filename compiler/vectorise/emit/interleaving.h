// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/IR/IRBuilder.h>

#include "compiler/target/target_model.h"

namespace quadcl::compiler {

/// A value for all lanes: for each element of the source's vector, a vector of the lanes. A scalar is one
/// element.
using WideElements = llvm::SmallVector<llvm::Value*, 4>;

/// Brings source vectors that lie side by side to their lanes, and back.
class Interleaving {
 public:
  Interleaving(unsigned lanes, llvm::IRBuilder<>& builder, const llvm::TargetTransformInfo& target,
               const TargetModel& model)
      : lanes_(lanes), builder_(builder), target_(target), model_(model) {}

  WideElements divide(llvm::Value* whole, unsigned count);
  llvm::Value* join(const WideElements& elements);

 private:
  bool permutes_registers(llvm::Type* element, unsigned count) const;
  llvm::Value* choose(const WideElements& vectors, llvm::function_ref<unsigned(unsigned)> place_of);
  WideElements divide_by_halves(const WideElements& parts);
  WideElements join_halves(const WideElements& elements);

  unsigned lanes_;
  llvm::IRBuilder<>& builder_;
  const llvm::TargetTransformInfo& target_;
  const TargetModel& model_;
};

}  // namespace quadcl::compiler
