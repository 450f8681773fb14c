// SPDX-License-Identifier: Apache-2.0
#include "compiler/qpu/prepare/guarded_stores.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/ValueMapper.h>

#include <optional>
#include <vector>

#include "compiler/ir/address_spaces.h"
#include "compiler/qpu/prepare/lane_moves.h"

namespace quadcl::compiler::qpu {
namespace {

/// A branch that decides whether a block with stores runs, and nothing else.
struct Guard {
  llvm::BasicBlock *head, *stores, *rest;
  bool if_true;  ///< whether it does where the condition is true

  llvm::Value& condition() const {
    return *llvm::cast<llvm::BranchInst>(head->getTerminator())->getCondition();
  }
};

bool is_store_to_buffer(const llvm::Instruction& instruction) {
  const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
  return store != nullptr && store->isSimple() && store->getPointerAddressSpace() == kGlobalAddressSpace;
}

/// Whether a block does nothing but compute a little, and store to buffers if `stores`.
bool is_plain(const llvm::BasicBlock& block, bool stores) {
  constexpr std::size_t kMostInstructions = 40;
  return block.size() <= kMostInstructions && llvm::all_of(block, [&](const llvm::Instruction& instruction) {
           return instruction.isTerminator() || !instruction.mayHaveSideEffects() ||
                  (stores && is_store_to_buffer(instruction));
         });
}

/// Whether lanes may hold the condition together.
bool may_be_of_all(const llvm::Value& condition, bool if_true) {
  const auto* comparison = llvm::dyn_cast<llvm::ICmpInst>(&condition);
  return comparison == nullptr || !comparison->isEquality() ||
         (comparison->getPredicate() == llvm::ICmpInst::ICMP_EQ) != if_true;
}

std::optional<Guard> guard_at(llvm::BasicBlock& head) {
  auto* branch = llvm::dyn_cast<llvm::BranchInst>(head.getTerminator());
  if (branch == nullptr || !branch->isConditional()) return {};
  for (const unsigned side : {0U, 1U}) {
    llvm::BasicBlock *stores = branch->getSuccessor(side), *rest = branch->getSuccessor(1 - side);
    if (stores->getSinglePredecessor() == &head && stores->getSingleSuccessor() == rest &&
        rest->phis().empty() && rest != &head && llvm::any_of(*stores, is_store_to_buffer) &&
        is_plain(*stores, true) && may_be_of_all(*branch->getCondition(), side == 0))
      return Guard{&head, stores, rest, side == 0};
  }
  return {};
}

class GuardedStores {
 public:
  /// Those that begin with a branch at the end of a block.
  explicit GuardedStores(llvm::BasicBlock& first) {
    for (auto guard = guard_at(first); guard; guard = guard_at(*guard->rest)) {
      guards_.push_back(*guard);
      if (!guard->rest->hasNPredecessors(2) || !is_plain(*guard->rest, false)) break;
    }
    while (!guards_.empty() && are_used_behind()) guards_.pop_back();
  }

  std::size_t count() const { return guards_.size(); }

  /// False if some condition is not known before all stores.
  bool copy() {
    llvm::BasicBlock& first = *guards_.front().head;
    llvm::SmallPtrSet<const llvm::Value*, 16> seen;
    for (const Guard& guard : guards_)
      if (!is_known_early(guard.condition(), seen)) return false;
    llvm::IRBuilder<> builder(first.getTerminator());
    llvm::Value* bits = builder.getInt32(~0U);
    for (const Guard& guard : guards_) {
      llvm::Value* holds = early(guard.condition(), builder);
      llvm::Value* none = builder.getInt32(0);
      bits =
          guard.if_true ? builder.CreateSelect(holds, bits, none) : builder.CreateSelect(holds, none, bits);
    }
    llvm::Value* of_all_lanes = are_set_in_all_lanes(bits, builder);
    llvm::BasicBlock* copies = copy_stores();
    llvm::BasicBlock* guarded = llvm::SplitBlock(&first, first.getTerminator());
    first.getTerminator()->eraseFromParent();
    llvm::IRBuilder<>(&first).CreateCondBr(of_all_lanes, copies, guarded);
    return true;
  }

 private:
  bool is_inside(const llvm::BasicBlock* block) const {
    return llvm::any_of(guards_, [&](const Guard& guard) {
      return block == guard.stores || (block == guard.head && block != guards_.front().head);
    });
  }

  /// Whether what is computed between the stores is needed behind them.
  bool are_used_behind() const {
    const auto is_used = [this](const llvm::BasicBlock& block) {
      return llvm::any_of(block, [this](const llvm::Instruction& instruction) {
        return llvm::any_of(instruction.users(), [this](const llvm::User* user) {
          return !is_inside(llvm::cast<llvm::Instruction>(user)->getParent());
        });
      });
    };
    return llvm::any_of(guards_, [&](const Guard& guard) {
      return is_used(*guard.stores) || (guard.head != guards_.front().head && is_used(*guard.head));
    });
  }

  /// Whether it can be computed before all stores. `seen`: what is looked at; one that cannot be ends it all.
  bool is_known_early(const llvm::Value& value, llvm::SmallPtrSetImpl<const llvm::Value*>& seen) const {
    const auto* instruction = llvm::dyn_cast<llvm::Instruction>(&value);
    if (instruction == nullptr || !is_inside(instruction->getParent()) || !seen.insert(instruction).second)
      return true;
    return !instruction->mayReadFromMemory() && llvm::isSafeToSpeculativelyExecute(instruction) &&
           llvm::all_of(instruction->operands(),
                        [&](const llvm::Use& operand) { return is_known_early(*operand, seen); });
  }

  llvm::Value* early(llvm::Value& value, llvm::IRBuilder<>& builder) {
    auto* instruction = llvm::dyn_cast<llvm::Instruction>(&value);
    if (instruction == nullptr || !is_inside(instruction->getParent())) return &value;
    if (const auto known = early_.find(instruction); known != early_.end()) return known->second;
    llvm::Instruction* copy = instruction->clone();
    for (llvm::Use& operand : copy->operands()) operand.set(early(*operand, builder));
    return early_[instruction] = builder.Insert(copy);
  }

  /// The same in all lanes.
  static llvm::Value* are_set_in_all_lanes(llvm::Value* bits, llvm::IRBuilder<>& builder) {
    for (const unsigned lanes : {8U, 4U, 2U, 1U})
      bits = builder.CreateAnd(bits, turned(*bits, lanes, builder, kRotateFunction));
    bits = turned(*bits, 0, builder, kBroadcastFunction);
    return builder.CreateICmpNE(bits, builder.getInt32(0));
  }

  llvm::BasicBlock* copy_stores() const {
    llvm::BasicBlock& first = *guards_.front().head;
    auto* copies =
        llvm::BasicBlock::Create(first.getContext(), "", first.getParent(), guards_.front().stores);
    llvm::ValueToValueMapTy values;
    const auto copy = [&](const llvm::BasicBlock& block) {
      for (const llvm::Instruction& instruction : block) {
        if (instruction.isTerminator()) continue;
        llvm::Instruction* copied = instruction.clone();
        copied->insertInto(copies, copies->end());
        llvm::RemapInstruction(copied, values, llvm::RF_IgnoreMissingLocals | llvm::RF_NoModuleLevelChanges);
        values[&instruction] = copied;
      }
    };
    for (const Guard& guard : guards_) {
      if (guard.head != &first) copy(*guard.head);
      copy(*guard.stores);
    }
    llvm::IRBuilder<>(copies).CreateBr(guards_.back().rest);
    return copies;
  }

  std::vector<Guard> guards_;
  llvm::DenseMap<llvm::Instruction*, llvm::Value*> early_;
};

}  // namespace

void copy_guarded_stores(llvm::Function& function) {
  constexpr std::size_t kLeast = 2;
  for (llvm::BasicBlock& block : function) {
    GuardedStores stores(block);
    if (stores.count() >= kLeast && stores.copy()) return;
  }
}

}  // namespace quadcl::compiler::qpu
