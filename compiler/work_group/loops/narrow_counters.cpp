// SPDX-License-Identifier: Apache-2.0
#include "compiler/work_group/loops/narrow_counters.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/ValueHandle.h>
#include <llvm/Transforms/Utils/Local.h>

namespace quadcl::compiler {
namespace {

/// The deepest sum that is looked through.
constexpr unsigned kDeepest = 4;

/// The type to which all users cut the counter; null if there is none.
llvm::Type* kept_type(const llvm::PHINode& counter) {
  llvm::Type* kept = nullptr;
  for (const llvm::User* user : counter.users()) {
    if (llvm::isInstructionTriviallyDead(const_cast<llvm::Instruction*>(llvm::cast<llvm::Instruction>(user))))
      continue;
    if (!llvm::isa<llvm::TruncInst>(user) || (kept != nullptr && kept != user->getType())) return nullptr;
    kept = user->getType();
  }
  return kept;
}

bool is_sum(const llvm::Value& value) {
  const auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(&value);
  return operation != nullptr && (operation->getOpcode() == llvm::Instruction::Add ||
                                  operation->getOpcode() == llvm::Instruction::Sub);
}

/// What an extension extends, if that has the type.
llvm::Value* before_extension(llvm::Value& value, const llvm::Type* type) {
  if (!llvm::isa<llvm::SExtInst, llvm::ZExtInst>(value)) return nullptr;
  llvm::Value* narrow = llvm::cast<llvm::CastInst>(value).getOperand(0);
  return narrow->getType() == type ? narrow : nullptr;
}

/// Whether the value is a sum with the counter, cut and extended again.
bool goes_on(llvm::Value& value, const llvm::PHINode& counter, const llvm::Type* type, unsigned depth = 0) {
  if (const llvm::Value* narrow = before_extension(value, type)) {
    const auto* cut = llvm::dyn_cast<llvm::TruncInst>(narrow);
    return cut != nullptr && cut->getOperand(0) == &counter;
  }
  if (!is_sum(value) || depth == kDeepest) return false;
  return llvm::any_of(llvm::cast<llvm::User>(value).operand_values(),
                      [&](llvm::Value* operand) { return goes_on(*operand, counter, type, depth + 1); });
}

/// The low bits of the value. The sums among them may wrap around.
llvm::Value* low_bits_of(llvm::Value& value, llvm::Type* type, llvm::IRBuilder<>& builder,
                         unsigned depth = 0) {
  if (llvm::Value* narrow = before_extension(value, type)) return narrow;
  if (!is_sum(value) || depth == kDeepest) return builder.CreateTrunc(&value, type);
  auto& sum = llvm::cast<llvm::BinaryOperator>(value);
  llvm::Value* left = low_bits_of(*sum.getOperand(0), type, builder, depth + 1);
  return builder.CreateBinOp(sum.getOpcode(), left,
                             low_bits_of(*sum.getOperand(1), type, builder, depth + 1));
}

/// Puts a narrow counter in place of one whose users cut it.
bool narrow(llvm::PHINode& counter) {
  llvm::Type* type = kept_type(counter);
  if (type == nullptr || llvm::none_of(counter.incoming_values(), [&](llvm::Value* incoming) {
        return goes_on(*incoming, counter, type);
      }))
    return false;
  auto* made = llvm::PHINode::Create(type, counter.getNumIncomingValues(), "", counter.getIterator());
  made->takeName(&counter);
  llvm::SmallSetVector<llvm::Instruction*, 4> users;  // one that uses the counter twice is listed twice
  for (llvm::User* user : counter.users()) users.insert(llvm::cast<llvm::Instruction>(user));
  for (llvm::Instruction* user : users)
    if (llvm::isa<llvm::TruncInst>(user)) user->replaceAllUsesWith(made);
  llvm::DenseMap<llvm::BasicBlock*, llvm::Value*> incoming;
  for (llvm::BasicBlock* block : counter.blocks()) {
    llvm::Value*& value = incoming[block];
    llvm::IRBuilder<> builder(block->getTerminator());
    if (value == nullptr) value = low_bits_of(*counter.getIncomingValueForBlock(block), type, builder);
    made->addIncoming(value, block);
  }
  for (llvm::Instruction* user : users)
    if (llvm::isInstructionTriviallyDead(user)) user->eraseFromParent();
  llvm::RecursivelyDeleteDeadPHINode(&counter);
  return true;
}

}  // namespace

llvm::PreservedAnalyses NarrowCounters::run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
  llvm::SmallVector<llvm::WeakVH> counters;
  for (llvm::BasicBlock& block : function)
    for (llvm::PHINode& phi : block.phis())
      if (phi.getType()->isIntegerTy(64)) counters.emplace_back(&phi);
  bool changed = false;
  for (const llvm::WeakVH& counter : counters)
    if (counter != nullptr) changed |= narrow(llvm::cast<llvm::PHINode>(*counter));
  return unless_values_changed(changed);
}

}  // namespace quadcl::compiler
