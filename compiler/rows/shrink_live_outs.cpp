// SPDX-License-Identifier: Apache-2.0
#include "compiler/rows/shrink_live_outs.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/IR/IRBuilder.h>

namespace quadcl::compiler {
namespace {

/// The narrower type to which all users of a number cut it; null if there is none.
llvm::Type* narrowed_type(const llvm::Value& value) {
  llvm::Type* type = nullptr;
  for (const llvm::User* user : value.users()) {
    if (!llvm::isa<llvm::TruncInst>(user) || (type != nullptr && type != user->getType())) return nullptr;
    type = user->getType();
  }
  return type;
}

bool is_counter(llvm::Value& value, const llvm::BasicBlock& outside, const llvm::LoopInfo& loops,
                llvm::ScalarEvolution& evolution) {
  const auto* instruction = llvm::dyn_cast<llvm::Instruction>(&value);
  const llvm::Loop* loop = instruction != nullptr ? loops.getLoopFor(instruction->getParent()) : nullptr;
  if (loop == nullptr || loop->contains(&outside)) return false;
  const auto* recurrence = llvm::dyn_cast<llvm::SCEVAddRecExpr>(evolution.getSCEV(&value));
  return recurrence != nullptr && recurrence->getLoop() == loop;
}

llvm::Value* cut(llvm::Value& value, llvm::Type* type) {
  auto& instruction = llvm::cast<llvm::Instruction>(value);
  llvm::IRBuilder<> builder(&**instruction.getInsertionPointAfterDef());
  return builder.CreateTrunc(&value, type);
}

/// Replaces a number behind a loop by its low bits.
void replace(llvm::PHINode& phi, llvm::Type* type) {
  llvm::PHINode* narrow = llvm::PHINode::Create(type, phi.getNumIncomingValues(), "", phi.getIterator());
  for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i)
    narrow->addIncoming(cut(*phi.getIncomingValue(i), type), phi.getIncomingBlock(i));
  for (llvm::User* user : llvm::make_early_inc_range(phi.users())) {
    user->replaceAllUsesWith(narrow);
    llvm::cast<llvm::Instruction>(user)->eraseFromParent();
  }
  phi.eraseFromParent();
}

}  // namespace

llvm::PreservedAnalyses ShrinkLiveOuts::run(llvm::Function& function,
                                            llvm::FunctionAnalysisManager& analyses) {
  const auto& loops = analyses.getResult<llvm::LoopAnalysis>(function);
  auto& evolution = analyses.getResult<llvm::ScalarEvolutionAnalysis>(function);
  bool changed = false;
  for (llvm::BasicBlock& block : function) {
    for (llvm::PHINode& phi : llvm::make_early_inc_range(block.phis())) {
      llvm::Type* type = phi.getType()->isIntegerTy() ? narrowed_type(phi) : nullptr;
      const auto is_cut = [&](llvm::Value* value) { return is_counter(*value, block, loops, evolution); };
      if (type == nullptr || !llvm::all_of(phi.incoming_values(), is_cut)) continue;
      evolution.forgetValue(&phi);
      replace(phi, type);
      changed = true;
    }
  }
  return unless_values_changed(changed);
}

}  // namespace quadcl::compiler
