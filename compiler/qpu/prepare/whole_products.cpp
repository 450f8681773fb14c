// SPDX-License-Identifier: Apache-2.0
#include "compiler/qpu/prepare/whole_products.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/PatternMatch.h>

#include "compiler/qpu/tiles/kernel_facts.h"

namespace quadcl::compiler::qpu {
namespace {

using namespace llvm::PatternMatch;

/// Whether a branch that leads to the block finds the number to be 0.
bool is_zero_in(const llvm::Value& number, const llvm::BasicBlock& block) {
  return llvm::isImpliedByDomCondition(llvm::CmpInst::ICMP_EQ, &number,
                                       llvm::Constant::getNullValue(number.getType()), block.getTerminator(),
                                       block.getModule()->getDataLayout()) == true;
}

/// The product of which the phi has all values but those that are 0, as a factor is; null if there is none.
llvm::BinaryOperator* product_of(const llvm::PHINode& phi) {
  llvm::BinaryOperator* product = nullptr;
  for (llvm::Value* value : phi.incoming_values()) {
    if (match(value, m_Zero())) continue;
    auto* one = llvm::dyn_cast<llvm::BinaryOperator>(value);
    if (one == nullptr || one->getOpcode() != llvm::Instruction::Mul ||
        (product != nullptr && one != product))
      return nullptr;
    product = one;
  }
  if (product == nullptr) return nullptr;
  for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i) {
    if (phi.getIncomingValue(i) == product) continue;
    const llvm::BasicBlock& from = *phi.getIncomingBlock(i);
    if (llvm::none_of(product->operand_values(),
                      [&](const llvm::Value* factor) { return is_zero_in(*factor, from); }))
      return nullptr;
  }
  return product;
}

/// Whether 0 times the number is 0 in the block: it is a number, which is made in front of the block, or made
/// of one that is.
class InFront {
 public:
  InFront(llvm::Function& function, llvm::FunctionAnalysisManager& analyses)
      : dominators_(analyses.getResult<llvm::DominatorTreeAnalysis>(function)),
        loops_(analyses.getResult<llvm::LoopAnalysis>(function)) {}

  bool has(const llvm::Value& value, const llvm::BasicBlock& block) const {
    const auto* instruction = llvm::dyn_cast<llvm::Instruction>(&value);
    if (instruction == nullptr) return llvm::isGuaranteedNotToBeUndefOrPoison(&value);
    // Conversions of floats out of range are poison.
    if (llvm::isa<llvm::TruncInst, llvm::ZExtInst, llvm::SExtInst>(instruction))
      return has(*instruction->getOperand(0), block);
    const llvm::Loop* loop = loops_.getLoopFor(instruction->getParent());
    return dominators_.properlyDominates(instruction->getParent(), &block) &&
           (loop == nullptr || loop->contains(&block)) &&
           (global_id_dimension(value) || llvm::isGuaranteedNotToBeUndefOrPoison(&value));
  }

 private:
  const llvm::DominatorTree& dominators_;
  const llvm::LoopInfo& loops_;
};

/// The same value, made in front of an instruction; and what it is converted from.
llvm::Instruction& make(const llvm::Instruction& value, llvm::Instruction& place) {
  llvm::Instruction* again = value.clone();
  again->dropPoisonGeneratingFlags();
  again->insertBefore(&place);
  for (llvm::Use& operand : again->operands())
    if (const auto* conversion = llvm::dyn_cast<llvm::CastInst>(operand))
      operand.set(&make(*conversion, *again));
  return *again;
}

}  // namespace

llvm::PreservedAnalyses WholeProducts::run(llvm::Function& function,
                                           llvm::FunctionAnalysisManager& analyses) {
  const InFront in_front(function, analyses);
  bool changed = false;
  for (llvm::BasicBlock& block : function) {
    for (llvm::PHINode& phi : llvm::make_early_inc_range(block.phis())) {
      llvm::BinaryOperator* product = phi.getType()->isIntegerTy() ? product_of(phi) : nullptr;
      if (product == nullptr || !in_front.has(*product->getOperand(0), block) ||
          !in_front.has(*product->getOperand(1), block))
        continue;
      phi.replaceAllUsesWith(&make(*product, *block.getFirstInsertionPt()));
      phi.eraseFromParent();
      changed = true;
    }
  }
  return unless_values_changed(changed);
}

}  // namespace quadcl::compiler::qpu
