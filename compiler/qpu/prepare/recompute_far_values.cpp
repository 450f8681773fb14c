// SPDX-License-Identifier: Apache-2.0
#include "compiler/qpu/prepare/recompute_far_values.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>

#include "compiler/qpu/analysis/numbers_at_hand.h"

namespace quadcl::compiler::qpu {
namespace {

constexpr unsigned kFar = 40;            ///< instructions
constexpr unsigned kMostRecomputed = 6;  ///< that are done again

/// What QPUs have anyway: it takes no more registers.
bool is_at_hand(const llvm::Value& value) {
  return !llvm::isa<llvm::Instruction>(value) || asks_for_number(value);
}

/// Some dozen operations, or a hundred.
bool is_division(const llvm::Instruction& instruction) {
  return instruction.isIntDivRem() || instruction.getOpcode() == llvm::Instruction::FDiv ||
         instruction.getOpcode() == llvm::Instruction::FRem;
}

class Recomputer {
 public:
  explicit Recomputer(llvm::Function& function)
      : function_(function), loops_(llvm::DominatorTree(function)) {}

  void run() {
    for (llvm::BasicBlock* block : llvm::ReversePostOrderTraversal(&function_)) {
      again_.clear();
      for (llvm::Instruction& instruction : *block) {
        first_[&instruction] = ++now_;
        operations_of(instruction);
        if (llvm::isa<llvm::PHINode>(instruction)) continue;
        for (llvm::Use& operand : instruction.operands())
          if (llvm::Value* near = near_value(*operand, instruction)) operand.set(near);
      }
    }
  }

 private:
  /// How many operations make the value; more than are done again if it cannot be.
  unsigned operations_of(llvm::Value& value) {
    if (is_at_hand(value)) return 0;
    auto& instruction = llvm::cast<llvm::Instruction>(value);
    if (const auto known = operations_.find(&instruction); known != operations_.end()) return known->second;
    unsigned count = kMostRecomputed + 1;
    if (llvm::isa<llvm::BinaryOperator, llvm::CastInst, llvm::ICmpInst, llvm::GetElementPtrInst>(
            instruction) &&
        !is_division(instruction)) {
      count = llvm::isa<llvm::CastInst>(instruction) ? 0 : 1;
      for (llvm::Value* operand : instruction.operand_values())
        count += llvm::isa<llvm::Instruction>(operand) ? known_operations_of(*operand) : 0;
    }
    return operations_[&instruction] = std::min(count, kMostRecomputed + 1);
  }
  /// Without looking further: operands come before.
  unsigned known_operations_of(llvm::Value& operand) const {
    if (is_at_hand(operand)) return 0;
    const auto known = operations_.find(llvm::cast<llvm::Instruction>(&operand));
    return known != operations_.end() ? known->second : kMostRecomputed + 1;
  }

  /// The value, or the last one that is the same and may be used here, and when it was made.
  std::pair<llvm::Instruction*, unsigned> last_made(llvm::Instruction& value) const {
    const auto again = again_.find(&value);
    return again != again_.end() ? again->second : std::pair{&value, first_.at(&value)};
  }

  /// Null if the value is near, or cannot be computed again.
  llvm::Value* near_value(llvm::Value& value, llvm::Instruction& use) {
    auto* instruction = llvm::dyn_cast<llvm::Instruction>(&value);
    if (const auto original = originals_.find(instruction); original != originals_.end())
      instruction = original->second;
    if (instruction == nullptr || is_at_hand(value) || known_operations_of(*instruction) > kMostRecomputed)
      return nullptr;
    auto [last, when] = last_made(*instruction);
    if (now_ - when > kFar && !is_in_further_loop(use, *last)) {
      last = instruction->clone();
      last->insertBefore(&use);
      for (llvm::Use& operand : last->operands())
        if (llvm::Value* near = near_value(*operand, *last)) operand.set(near);
      again_[instruction] = {last, now_};
      originals_[last] = instruction;
    }
    return last;
  }

  bool is_in_further_loop(const llvm::Instruction& use, const llvm::Instruction& value) const {
    const llvm::Loop* loop = loops_.getLoopFor(use.getParent());
    return loop != nullptr && !loop->contains(&value);
  }

  llvm::Function& function_;
  llvm::LoopInfo loops_;
  llvm::DenseMap<llvm::Instruction*, unsigned> operations_;
  llvm::DenseMap<llvm::Instruction*, unsigned> first_;  ///< when instructions were met
  llvm::DenseMap<llvm::Instruction*, std::pair<llvm::Instruction*, unsigned>> again_;  ///< in this block
  llvm::DenseMap<llvm::Instruction*, llvm::Instruction*> originals_;  ///< of those that were made again
  unsigned now_ = 0;
};

}  // namespace

void recompute_far_values(llvm::Function& function) { Recomputer(function).run(); }

}  // namespace quadcl::compiler::qpu
