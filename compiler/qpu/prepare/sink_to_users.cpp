// SPDX-License-Identifier: Apache-2.0
#include "compiler/qpu/prepare/sink_to_users.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Instructions.h>

namespace quadcl::compiler::qpu {
namespace {

constexpr std::size_t kNear = 8;  ///< instructions

bool may_move(const llvm::Instruction& instruction) {
  return !llvm::isa<llvm::PHINode, llvm::AllocaInst>(instruction) && !instruction.isTerminator() &&
         !instruction.mayReadOrWriteMemory() && !instruction.mayHaveSideEffects();
}

/// One block, from its end to its start.
class Sinker {
 public:
  explicit Sinker(llvm::BasicBlock& block) : block_(block) {
    for (llvm::Instruction& instruction : block) places_[&instruction] = places_.size();
  }

  void run() {
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::reverse(block_))) {
      llvm::Instruction* user = may_move(instruction) ? first_user(instruction) : nullptr;
      if (user == nullptr || needs_more_registers(instruction, *user)) continue;
      instruction.moveBefore(user);
      places_[&instruction] = places_.at(user);
    }
  }

 private:
  /// Null if it is used elsewhere, too. Those with one place were moved to one instruction.
  llvm::Instruction* first_user(const llvm::Instruction& instruction) const {
    llvm::Instruction* first = nullptr;
    for (const llvm::User* user : instruction.users()) {
      auto* other = llvm::cast<llvm::Instruction>(const_cast<llvm::User*>(user));
      if (other->getParent() != &block_ || llvm::isa<llvm::PHINode>(other)) return nullptr;
      if (first == nullptr || comes_before(*other, *first)) first = other;
    }
    return first;
  }

  bool comes_before(const llvm::Instruction& a, const llvm::Instruction& b) const {
    const std::size_t first = places_.at(&a), second = places_.at(&b);
    return first != second ? first < second : a.comesBefore(&b);
  }

  /// What is chosen by a condition stays with others that are chosen by it: that takes one test.
  bool needs_more_registers(const llvm::Instruction& instruction, const llvm::Instruction& user) const {
    llvm::SmallPtrSet<const llvm::Value*, 4> longer;
    for (const llvm::Value* operand : instruction.operand_values())
      if (takes_register(*operand) && !is_needed_at(*operand, instruction, user)) longer.insert(operand);
    return longer.size() > (llvm::isa<llvm::SelectInst>(instruction) ? 0 : 1);
  }

  static bool takes_register(const llvm::Value& value) {
    return llvm::isa<llvm::Instruction>(value) && !llvm::isa<llvm::CmpInst>(value);
  }

  bool is_needed_at(const llvm::Value& value, const llvm::Instruction& by,
                    const llvm::Instruction& place) const {
    return llvm::any_of(value.users(), [&](const llvm::User* user) {
      const auto* other = llvm::cast<llvm::Instruction>(user);
      return other != &by &&
             (other->getParent() != &block_ || places_.at(other) + kNear >= places_.at(&place));
    });
  }

  llvm::BasicBlock& block_;
  llvm::DenseMap<const llvm::Instruction*, std::size_t> places_;  ///< those that moved have that of a user
};

}  // namespace

void sink_to_users(llvm::Function& function) {
  for (llvm::BasicBlock& block : function) Sinker(block).run();
}

}  // namespace quadcl::compiler::qpu
