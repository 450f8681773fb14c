// SPDX-License-Identifier: Apache-2.0
#include "compiler/llvm_guides/llvm19_runtime_check_workaround.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include <vector>

#include "compiler/build_limits.h"

namespace quadcl::compiler {
namespace {

/// Whether it extends a counter that rises from 0 by more than 1 and may wrap around.
bool extends_counter_from_zero(const llvm::SCEV* value) {
  const auto* extension = llvm::dyn_cast<llvm::SCEVZeroExtendExpr>(value);
  const auto* counter =
      extension != nullptr ? llvm::dyn_cast<llvm::SCEVAddRecExpr>(extension->getOperand()) : nullptr;
  return counter != nullptr && counter->isAffine() && counter->getStart()->isZero() &&
         !counter->getOperand(1)->isOne() && !counter->hasNoUnsignedWrap();
}

class Starts {
 public:
  Starts(llvm::Function& function, llvm::ScalarEvolution& evolution)
      : evolution_(evolution), builder_(&*function.getEntryBlock().getFirstInsertionPt()) {}

  bool hide_in(llvm::Loop& loop) {
    std::vector<llvm::Use*> uses;
    for (llvm::BasicBlock* block : loop.blocks()) {
      for (llvm::Instruction& one : *block) {
        check_build_time();
        if (extends(one)) uses.push_back(&one.getOperandUse(0));
      }
    }
    for (llvm::PHINode& phi : loop.getHeader()->phis())
      for (llvm::Use& start : phi.incoming_values())
        if (!loop.contains(phi.getIncomingBlock(start)) && is_unknown(phi) && is_zero(*start))
          uses.push_back(&start);
    for (llvm::Use* use : uses) hide(*use);
    return !uses.empty();
  }

 private:
  const llvm::SCEV* evolution_of(llvm::Value& value) {
    return evolution_.isSCEVable(value.getType()) ? evolution_.getSCEV(&value) : nullptr;
  }

  bool has_counter(llvm::Value& value) {
    const llvm::SCEV* evolution = evolution_of(value);
    return evolution != nullptr && llvm::SCEVExprContains(evolution, extends_counter_from_zero);
  }

  /// Sums and products extend nothing themselves. To look into those of a long sum takes the square of its
  /// length.
  static bool may_extend(const llvm::Instruction& one) {
    switch (one.getOpcode()) {
      case llvm::Instruction::Add:
      case llvm::Instruction::Sub:
      case llvm::Instruction::Mul:
      case llvm::Instruction::Shl:
        return false;
      default:
        return one.getType()->isIntegerTy() && llvm::isa<llvm::ZExtInst, llvm::BinaryOperator>(one);
    }
  }

  /// Whether the instruction itself cuts a counter off, or extends it.
  bool extends(llvm::Instruction& one) {
    return may_extend(one) && has_counter(one) &&
           llvm::none_of(one.operand_values(), [&](llvm::Value* operand) { return has_counter(*operand); });
  }

  /// Whether only LLVM's vectoriser may find out that it is a counter.
  bool is_unknown(llvm::PHINode& phi) {
    return phi.getType()->isIntegerTy() && llvm::isa<llvm::SCEVUnknown>(evolution_of(phi));
  }

  static bool is_zero(const llvm::Value& value) {
    const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(&value);
    return constant != nullptr && constant->isZero();
  }

  void hide(llvm::Use& use) {
    llvm::Value* zero = opaque_zero(*use->getType());
    if (llvm::isa<llvm::PHINode>(use.getUser())) return use.set(zero);
    auto* user = llvm::cast<llvm::Instruction>(use.getUser());
    use.set(llvm::IRBuilder<>(user).CreateAdd(use, zero));
  }

  /// What a value is expected to be means nothing to LLVM's analyses.
  llvm::Value* opaque_zero(llvm::Type& type) {
    llvm::Value*& zero = zeros_[&type];
    llvm::Constant* value = llvm::ConstantInt::get(&type, 0);
    if (zero == nullptr)
      zero = builder_.CreateIntrinsic(llvm::Intrinsic::expect, {&type}, {value, value}, {}, "opaque.zero");
    return zero;
  }

  llvm::ScalarEvolution& evolution_;
  llvm::IRBuilder<> builder_;
  llvm::DenseMap<llvm::Type*, llvm::Value*> zeros_;
};

bool show_starts(llvm::Function& function) {
  std::vector<llvm::IntrinsicInst*> zeros;
  for (llvm::Instruction& one : llvm::instructions(function))
    if (auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&one);
        call != nullptr && call->getIntrinsicID() == llvm::Intrinsic::expect)
      zeros.push_back(call);
  for (llvm::IntrinsicInst* zero : zeros) {
    zero->replaceAllUsesWith(zero->getArgOperand(0));
    zero->eraseFromParent();
  }
  return !zeros.empty();
}

}  // namespace

llvm::PreservedAnalyses Llvm19RuntimeCheckWorkaround::run(llvm::Function& function,
                                                          llvm::FunctionAnalysisManager& analyses) {
  if (choice_ == Llvm19RuntimeCheckWorkaroundChoice::show)
    return unless_values_changed(show_starts(function));
  Starts starts(function, analyses.getResult<llvm::ScalarEvolutionAnalysis>(function));
  bool changed = false;
  for (llvm::Loop* loop : analyses.getResult<llvm::LoopAnalysis>(function).getLoopsInPreorder())
    if (loop->isInnermost()) changed |= starts.hide_in(*loop);
  return unless_values_changed(changed);
}

}  // namespace quadcl::compiler
