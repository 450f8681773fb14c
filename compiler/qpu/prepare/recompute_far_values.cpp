// SPDX-License-Identifier: Apache-2.0
#include "compiler/qpu/prepare/recompute_far_values.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>

#include "compiler/ir/runtime_functions.h"
#include "compiler/ir/work_item_functions.h"

namespace quadcl::compiler::qpu {
namespace {

constexpr unsigned kFar = 40;            ///< instructions
constexpr unsigned kMostOperations = 5;  ///< that are done again

/// What QPUs have anyway: it takes no more registers.
bool is_at_hand(const llvm::Value& value) {
  const auto* call = llvm::dyn_cast<llvm::CallInst>(&value);
  if (call == nullptr) return !llvm::isa<llvm::Instruction>(value);
  const llvm::Function* callee = call->getCalledFunction();
  return callee != nullptr &&
         (find_work_item_function(callee->getName()) != nullptr || callee->getName() == kGlobalIdFunction ||
          callee->getName() == kArgumentWordFunction);
}

/// One block of a function.
class Recomputer {
 public:
  explicit Recomputer(llvm::BasicBlock& block) : block_(block) {}

  void run() {
    for (llvm::Instruction& instruction : block_) {
      note(instruction);
      if (llvm::isa<llvm::PHINode>(instruction)) continue;
      for (llvm::Use& operand : instruction.operands())
        if (llvm::Value* near = near_value(*operand, instruction)) operand.set(near);
    }
  }

 private:
  /// How many operations make the value; more than are done again if it cannot be.
  unsigned operations_of(llvm::Value& value) {
    if (is_at_hand(value)) return 0;
    auto& instruction = llvm::cast<llvm::Instruction>(value);
    if (const auto known = operations_.find(&instruction); known != operations_.end()) return known->second;
    unsigned count = kMostOperations + 1;
    if (llvm::isa<llvm::BinaryOperator, llvm::CastInst, llvm::ICmpInst, llvm::GetElementPtrInst>(
            instruction)) {
      count = 1;
      for (llvm::Value* operand : instruction.operand_values())
        count += llvm::isa<llvm::Instruction>(operand) ? known_operations_of(*operand) : 0;
    }
    return operations_[&instruction] = std::min(count, kMostOperations + 1);
  }
  /// Without looking further: operands come before.
  unsigned known_operations_of(llvm::Value& operand) const {
    if (is_at_hand(operand)) return 0;
    const auto known = operations_.find(llvm::cast<llvm::Instruction>(&operand));
    return known != operations_.end() ? known->second : kMostOperations + 1;
  }

  void note(llvm::Instruction& instruction) {
    ++now_;
    operations_of(instruction);
    made_[&instruction] = {&instruction, now_};
  }

  /// Null if the value is near, or cannot be computed again.
  llvm::Value* near_value(llvm::Value& value, llvm::Instruction& use) {
    auto* instruction = llvm::dyn_cast<llvm::Instruction>(&value);
    if (instruction == nullptr || is_at_hand(value)) return nullptr;
    const auto made = made_.find(instruction);
    if (made == made_.end() || known_operations_of(value) > kMostOperations) return nullptr;
    if (now_ - made->second.second > kFar) {
      llvm::Instruction* again = instruction->clone();
      again->insertBefore(&use);
      for (llvm::Use& operand : again->operands())
        if (llvm::Value* near = near_value(*operand, *again)) operand.set(near);
      made->second = {again, now_};
    }
    return made->second.first;
  }

  llvm::BasicBlock& block_;
  llvm::DenseMap<llvm::Instruction*, unsigned> operations_;
  llvm::DenseMap<llvm::Instruction*, std::pair<llvm::Instruction*, unsigned>> made_;  ///< last, and when
  unsigned now_ = 0;
};

}  // namespace

void recompute_far_values(llvm::Function& function) {
  for (llvm::BasicBlock& block : function) Recomputer(block).run();
}

}  // namespace quadcl::compiler::qpu
