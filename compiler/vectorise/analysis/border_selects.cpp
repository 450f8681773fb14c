// SPDX-License-Identifier: Apache-2.0
#include "compiler/vectorise/analysis/border_selects.h"

#include <llvm/IR/PatternMatch.h>

#include <algorithm>

namespace quadcl::compiler {
namespace {

using StrideOf = llvm::function_ref<std::optional<std::int64_t>(const llvm::Value&)>;

constexpr unsigned kMostNested = 3;

/// Whether the condition consists of comparisons of integers that change regularly.
bool is_of_places(llvm::Value& condition, StrideOf stride_of, unsigned nested = 0) {
  namespace pattern = llvm::PatternMatch;
  llvm::Value *left = nullptr, *right = nullptr;
  if (pattern::match(&condition, pattern::m_LogicalOp(pattern::m_Value(left), pattern::m_Value(right))))
    return nested < kMostNested && is_of_places(*left, stride_of, nested + 1) &&
           is_of_places(*right, stride_of, nested + 1);
  const auto* comparison = llvm::dyn_cast<llvm::ICmpInst>(&condition);
  return comparison != nullptr && comparison->getOperand(0)->getType()->isIntegerTy() &&
         llvm::all_of(comparison->operands(),
                      [&](const llvm::Use& operand) { return stride_of(*operand.get()).has_value(); });
}

/// Which form is rather taken for all work-items: one that rises, then one that falls, then one place for
/// all.
int rank(const std::optional<std::int64_t>& stride) {
  if (!stride) return 0;
  return *stride > 0 ? 3 : *stride < 0 ? 2 : 1;
}

}  // namespace

std::optional<Choice> choice_of(const llvm::Instruction& instruction, StrideOf stride_of) {
  auto* select = llvm::dyn_cast<llvm::SelectInst>(const_cast<llvm::Instruction*>(&instruction));
  if (select == nullptr || !select->getType()->isIntegerTy()) return {};
  const auto yes = stride_of(*select->getTrueValue()), no = stride_of(*select->getFalseValue());
  const bool is_alike = yes && yes == no, has_index = std::max(rank(yes), rank(no)) > rank(0);
  if ((!is_alike && !has_index) || !is_of_places(*select->getCondition(), stride_of)) return {};
  if (is_alike) return Choice{select, {}};
  return Choice{select, rank(yes) != rank(no) ? rank(yes) > rank(no) : *yes < *no};
}

}  // namespace quadcl::compiler
