// SPDX-License-Identifier: Apache-2.0
#include "compiler/vectorise/analysis/clamped_indices.h"

#include <llvm/IR/IntrinsicInst.h>

namespace quadcl::compiler {
namespace {

using IsUniform = llvm::function_ref<bool(const llvm::Value&)>;

std::optional<Limit> limit_of_extreme(const llvm::MinMaxIntrinsic& extreme, IsUniform is_uniform) {
  llvm::Value *index = extreme.getLHS(), *bound = extreme.getRHS();
  if (is_uniform(*index)) std::swap(index, bound);
  if (is_uniform(*index) || !is_uniform(*bound)) return {};
  return Limit{index, index, bound, llvm::CmpInst::getNonStrictPredicate(extreme.getPredicate())};
}

std::optional<Limit> limit_of_choice(llvm::SelectInst& choice, IsUniform is_uniform) {
  const auto* comparison = llvm::dyn_cast<llvm::ICmpInst>(choice.getCondition());
  if (comparison == nullptr || comparison->isEquality()) return {};
  llvm::Value *compared = comparison->getOperand(0), *bound = comparison->getOperand(1);
  llvm::CmpInst::Predicate predicate = comparison->getPredicate();
  if (is_uniform(*compared)) {
    std::swap(compared, bound);
    predicate = llvm::CmpInst::getSwappedPredicate(predicate);
  }
  llvm::Value *kept = choice.getTrueValue(), *other = choice.getFalseValue();
  if (is_uniform(*kept)) {
    std::swap(kept, other);
    predicate = llvm::CmpInst::getInversePredicate(predicate);
  }
  if (is_uniform(*compared) || !is_uniform(*bound) || is_uniform(*kept) || !is_uniform(*other)) return {};
  return Limit{kept, compared, bound, predicate};
}

}  // namespace

bool may_be_limit(const llvm::Instruction& instruction) {
  return instruction.getType()->isIntegerTy() &&
         llvm::isa<llvm::MinMaxIntrinsic, llvm::SelectInst>(instruction);
}

std::optional<Limit> limit_of(const llvm::Instruction& instruction, IsUniform is_uniform) {
  if (!may_be_limit(instruction)) return {};
  if (const auto* extreme = llvm::dyn_cast<llvm::MinMaxIntrinsic>(&instruction))
    return limit_of_extreme(*extreme, is_uniform);
  auto& choice = llvm::cast<llvm::SelectInst>(const_cast<llvm::Instruction&>(instruction));
  const llvm::Value& condition = *choice.getCondition();
  const bool compares_integers =
      llvm::isa<llvm::ICmpInst>(condition) &&
      llvm::cast<llvm::ICmpInst>(condition).getOperand(0)->getType()->isIntegerTy();
  return compares_integers ? limit_of_choice(choice, is_uniform) : std::nullopt;
}

}  // namespace quadcl::compiler
