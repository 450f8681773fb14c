// SPDX-License-Identifier: Apache-2.0
#include "compiler/vectorise/analysis/packed_vectors.h"

#include <llvm/ADT/EquivalenceClasses.h>
#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/PatternMatch.h>

#include <map>

#include "compiler/vectorise/analysis/access_pattern.h"
#include "compiler/vectorise/analysis/block_frequency.h"
#include "compiler/vectorise/analysis/instruction_traits.h"

namespace quadcl::compiler {
namespace {

bool is_same_for_elements(const llvm::Instruction& instruction) {
  if (llvm::isa<llvm::BinaryOperator>(instruction)) return !instruction.isIntDivRem();
  if (llvm::isa<llvm::CastInst>(instruction)) return !regroups(instruction);
  if (const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction))
    return llvm::isTriviallyVectorizable(call->getIntrinsicID());
  return llvm::isa<llvm::UnaryOperator, llvm::CmpInst, llvm::SelectInst, llvm::FreezeInst, llvm::PHINode>(
      instruction);
}

/// Whether it takes a scalar out of a known place of a vector, or puts one in.
bool is_at_known_place(const llvm::Instruction& one) {
  const bool inserts = llvm::isa<llvm::InsertElementInst>(one);
  if (!inserts && !llvm::isa<llvm::ExtractElementInst>(one)) return false;
  const auto* place = llvm::dyn_cast<llvm::ConstantInt>(one.getOperand(inserts ? 2 : 1));
  return place != nullptr && place->getValue().ult(element_count(*one.getOperand(0)->getType()));
}

class Packer {
 public:
  explicit Packer(const Row& row) : row_(row), model_(*row.model) {}

  PackedVectors find() {
    for (const llvm::BasicBlock* block : row_.flow->order())
      for (const llvm::Instruction& one : *block)
        if (may_be_packed(one)) packed_.insert(&one);
    keep_gainful_groups();
    return std::move(packed_);
  }

 private:
  bool is_packed_access(const llvm::Instruction& one) const {
    const llvm::Value* address = llvm::getLoadStorePointerOperand(&one);
    return address != nullptr && !takes_turns(one) && interleaved(*address, row_) == nullptr;
  }

  bool may_be_packed(const llvm::Instruction& one) const {
    if (!one.getType()->isVectorTy() || !row_.shapes->of(one).is_varying()) return false;
    const auto* shuffle = llvm::dyn_cast<llvm::ShuffleVectorInst>(&one);
    const bool is_permutation = shuffle != nullptr && shuffle->getOperand(0)->getType() == one.getType();
    const bool is_change =
        is_permutation || (llvm::isa<llvm::InsertElementInst>(one) && is_at_known_place(one));
    return is_same_for_elements(one) || is_packed_access(one) || repeated_scalar(one) != nullptr ||
           (is_change &&
            llvm::any_of(one.operands(), [&](const llvm::Use& use) { return packed_.contains(use); }));
  }

  double weight(const llvm::Instruction& one) const { return weight_of(*one.getParent(), row_); }
  static double elements(const llvm::Value& value) { return element_count(*value.getType()); }

  /// What it costs that operands are not packed.
  double cost_of_operands(const llvm::Instruction& one) const {
    double cost = 0;
    for (const llvm::Value* operand : one.operand_values())
      if (operand->getType()->isVectorTy() && !packed_.contains(operand) &&
          !row_.shapes->of(*operand).is_uniform())
        cost += model_.packed_division * elements(*operand);
    return cost * weight(one);
  }

  /// What packing saves at one value of a group, or costs.
  double gain_of(const llvm::Instruction& one) const {
    double gain = 0;
    if (repeated_scalar(one) != nullptr) {
      gain -= model_.packed_choice * elements(one) * weight(one);
    } else {
      gain -= cost_of_operands(one);
      if (llvm::isa<llvm::InsertElementInst, llvm::ShuffleVectorInst>(one))
        gain -= model_.packed_choice * elements(one) * weight(one);
    }
    if (llvm::isa<llvm::LoadInst>(one) && reach_of(one, row_) != Reach::repeated)
      gain += model_.packed_division * elements(one) * weight(one);
    double of_division = 0;
    for (const llvm::User* user : one.users()) {
      const auto& own = llvm::cast<llvm::Instruction>(*user);
      if (!row_.loop->contains(&own) || packed_.contains(&own)) continue;
      if (llvm::isa<llvm::StoreInst>(own) && is_packed_access(own)) {
        gain += model_.packed_division * elements(one) * weight(own);
      } else if (is_at_known_place(own)) {
        gain -= model_.packed_element * weight(own);
      } else {
        of_division = std::max(of_division, model_.packed_division * elements(one) * weight(own));
      }
    }
    return gain - of_division;
  }

  /// Values that use each other are packed together or not at all.
  void keep_gainful_groups() {
    llvm::EquivalenceClasses<const llvm::Value*> groups;
    for (const llvm::Value* one : packed_) {
      groups.insert(one);
      for (const llvm::Value* operand : llvm::cast<llvm::Instruction>(one)->operand_values())
        if (packed_.contains(operand)) groups.unionSets(one, operand);
    }
    std::map<const llvm::Value*, double> gains;
    for (const llvm::BasicBlock* block : row_.flow->order())
      for (const llvm::Instruction& one : *block)
        if (packed_.contains(&one)) gains[groups.getLeaderValue(&one)] += gain_of(one);
    // A group whose values are all beside the row's flow gains nothing.
    for (const auto& group : groups)
      if (gains[groups.getLeaderValue(group.getData())] <= 0) packed_.erase(group.getData());
  }

  const Row& row_;
  const TargetModel& model_;
  PackedVectors packed_;
};

}  // namespace

const llvm::Value* repeated_scalar(const llvm::Instruction& instruction) {
  llvm::Value* scalar = nullptr;
  const auto once = llvm::PatternMatch::m_InsertElt(
      llvm::PatternMatch::m_Value(), llvm::PatternMatch::m_Value(scalar), llvm::PatternMatch::m_ZeroInt());
  return llvm::PatternMatch::match(&instruction,
                                   llvm::PatternMatch::m_Shuffle(once, llvm::PatternMatch::m_Value(),
                                                                 llvm::PatternMatch::m_ZeroMask()))
             ? scalar
             : nullptr;
}

PackedVectors packed_vectors(const Row& row) { return Packer(row).find(); }

}  // namespace quadcl::compiler
