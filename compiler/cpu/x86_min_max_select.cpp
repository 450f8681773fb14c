// SPDX-License-Identifier: Apache-2.0
#include "compiler/cpu/x86_min_max_select.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/TargetParser/Triple.h>
#include <llvm/Transforms/Utils/Local.h>

namespace quadcl::compiler {
namespace {

using namespace llvm::PatternMatch;

/// What is chosen if a comparison holds, and if it does not.
struct Operands {
  llvm::Value *chosen, *otherwise;
};

/// Whether choosing by the comparison is a minimum or a maximum: of NaN and another number, and of zeros of
/// both signs, the second one is chosen, as the instructions do.
bool is_extreme(llvm::CmpInst::Predicate predicate, const llvm::FCmpInst& comparison,
                const Operands& choice) {
  const llvm::Value *left = comparison.getOperand(0), *right = comparison.getOperand(1);
  return (predicate == llvm::CmpInst::FCMP_OLT || predicate == llvm::CmpInst::FCMP_OGT) &&
         ((left == choice.chosen && right == choice.otherwise) ||
          (left == choice.otherwise && right == choice.chosen));
}

/// A choice by a comparison and another condition: if both hold, or if at least one of them fails.
struct Conditional {
  llvm::FCmpInst* comparison = nullptr;
  llvm::Value* other = nullptr;
  bool is_disjunction = false;
  bool is_guarded = false;  ///< the other condition may be poison where the comparison decides alone

  llvm::CmpInst::Predicate predicate() const {
    return is_disjunction ? comparison->getInversePredicate() : comparison->getPredicate();
  }
  Operands choice(llvm::SelectInst& select) const {
    Operands made{select.getTrueValue(), select.getFalseValue()};
    if (is_disjunction) std::swap(made.chosen, made.otherwise);
    return made;
  }
};

Conditional conditional_of(llvm::SelectInst& select) {
  llvm::Value *left = nullptr, *right = nullptr, *condition = select.getCondition();
  const bool is_disjunction = match(condition, m_LogicalOr(m_Value(left), m_Value(right)));
  if (!condition->hasOneUse() ||
      (!is_disjunction && !match(condition, m_LogicalAnd(m_Value(left), m_Value(right)))))
    return {};
  for (auto [one, other] : {std::pair(left, right), std::pair(right, left)}) {
    auto* comparison = llvm::dyn_cast<llvm::FCmpInst>(one);
    if (comparison == nullptr || !comparison->hasOneUse()) continue;
    const bool is_guarded = llvm::isa<llvm::SelectInst>(condition) && other == right;
    const Conditional found{comparison, other, is_disjunction, is_guarded};
    if (is_extreme(found.predicate(), *comparison, found.choice(select))) return found;
  }
  return {};
}

bool take_apart(llvm::SelectInst& select) {
  if (!select.getType()->isVectorTy()) return false;
  const Conditional found = conditional_of(select);
  if (found.comparison == nullptr) return false;
  llvm::IRBuilder<> builder(&select);
  const auto [chosen, otherwise] = found.choice(select);
  // Code generation looks for the chosen value first.
  const auto predicate = found.comparison->getOperand(0) == chosen
                             ? found.predicate()
                             : llvm::CmpInst::getSwappedPredicate(found.predicate());
  llvm::Value* extreme =
      builder.CreateSelect(builder.CreateFCmp(predicate, chosen, otherwise), chosen, otherwise);
  llvm::Value* condition = select.getCondition();
  select.setCondition(found.is_guarded ? builder.CreateFreeze(found.other) : found.other);
  select.setOperand(found.is_disjunction ? 2 : 1, extreme);
  llvm::RecursivelyDeleteTriviallyDeadInstructions(condition);
  return true;
}

}  // namespace

llvm::PreservedAnalyses X86MinMaxSelect::run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
  bool changed = false;
  if (llvm::Triple(function.getParent()->getTargetTriple()).isX86())
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function)))
      if (auto* select = llvm::dyn_cast<llvm::SelectInst>(&instruction)) changed |= take_apart(*select);
  return unless_values_changed(changed);
}

}  // namespace quadcl::compiler
