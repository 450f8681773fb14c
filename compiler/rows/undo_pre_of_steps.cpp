// SPDX-License-Identifier: Apache-2.0
#include "compiler/rows/undo_pre_of_steps.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>

namespace quadcl::compiler {
namespace {

bool is_cheap(const llvm::Instruction& value) {
  return llvm::isa<llvm::BinaryOperator, llvm::CastInst, llvm::GetElementPtrInst>(value) &&
         llvm::isSafeToSpeculativelyExecute(&value);
}

/// The first of the phi's values, if all are the same computation.
llvm::Instruction* common_computation(const llvm::PHINode& phi) {
  auto* first = llvm::dyn_cast<llvm::Instruction>(phi.getIncomingValue(0));
  if (phi.getNumIncomingValues() < 2 || first == nullptr || !is_cheap(*first)) return nullptr;
  const bool equal = llvm::all_of(phi.incoming_values(), [&](const llvm::Value* value) {
    const auto* other = llvm::dyn_cast<llvm::Instruction>(value);
    return other != nullptr && other->isIdenticalToWhenDefined(first);
  });
  return equal ? first : nullptr;
}

/// Before the branch whose paths meet at the phi; null if an operand is computed later.
llvm::Instruction* place_of(const llvm::PHINode& phi, const llvm::Instruction& computation,
                            const llvm::DominatorTree& dominators) {
  const auto* node = dominators.getNode(phi.getParent());
  if (node == nullptr || node->getIDom() == nullptr) return nullptr;
  llvm::Instruction* place = node->getIDom()->getBlock()->getTerminator();
  const bool is_known = llvm::all_of(computation.operands(), [&](const llvm::Use& operand) {
    return dominators.dominates(operand.get(), place);
  });
  return is_known ? place : nullptr;
}

bool replace(llvm::PHINode& phi, const llvm::DominatorTree& dominators) {
  llvm::Instruction* computation = common_computation(phi);
  llvm::Instruction* place = computation != nullptr ? place_of(phi, *computation, dominators) : nullptr;
  if (place == nullptr) return false;
  llvm::Instruction* common = computation->clone();
  common->insertBefore(place);
  for (llvm::Value* value : phi.incoming_values()) common->andIRFlags(value);
  for (llvm::Value* value : llvm::SmallVector<llvm::Value*>(phi.incoming_values()))
    if (dominators.dominates(common, llvm::cast<llvm::Instruction>(value))) value->replaceAllUsesWith(common);
  phi.replaceAllUsesWith(common);
  phi.eraseFromParent();
  return true;
}

}  // namespace

llvm::PreservedAnalyses UndoPreOfSteps::run(llvm::Function& function,
                                            llvm::FunctionAnalysisManager& analyses) {
  const auto& dominators = analyses.getResult<llvm::DominatorTreeAnalysis>(function);
  bool changed = false;
  for (llvm::BasicBlock& block : function)
    for (llvm::PHINode& phi : llvm::make_early_inc_range(block.phis())) changed |= replace(phi, dominators);
  return unless_values_changed(changed);
}

}  // namespace quadcl::compiler
