// SPDX-License-Identifier: Apache-2.0
#include "compiler/qpu/analysis/idle_rows.h"

#include <llvm/IR/CFG.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/PatternMatch.h>

#include "compiler/ir/runtime_functions.h"
#include "compiler/ir/worklist.h"

namespace quadcl::compiler::qpu {
namespace {

using namespace llvm::PatternMatch;
using Blocks = llvm::SmallPtrSet<const llvm::BasicBlock*, 16>;

/// The id along the line, whose numbers are below 2^31.
bool is_local_id(const llvm::Value& value) {
  const llvm::Value *number = &value, *from = nullptr;
  while (match(number, m_ZExtOrSExt(m_Value(from))) || match(number, m_Trunc(m_Value(from))) ||
         match(number, m_Freeze(m_Value(from)))) {
    if (number->getType()->getIntegerBitWidth() < 32) return false;
    number = from;
  }
  const auto* call = llvm::dyn_cast<llvm::CallInst>(number);
  const llvm::Function* callee = call != nullptr ? call->getCalledFunction() : nullptr;
  return callee != nullptr && callee->getName() == kLocalIdFunction &&
         match(call->getArgOperand(0), m_Zero());
}

/// Whether the condition, once it does not hold in a row, holds in none behind it.
bool holds_for_first_rows(const llvm::Value& condition, bool holds, const RowDivergence& group) {
  llvm::CmpInst::Predicate predicate{};
  const llvm::Value *number = nullptr, *limit = nullptr;
  if (!match(&condition, m_ICmp(predicate, m_Value(number), m_Value(limit)))) return false;
  if (!number->getType()->isIntegerTy()) return false;
  if (is_local_id(*limit)) {
    std::swap(number, limit);
    predicate = llvm::CmpInst::getSwappedPredicate(predicate);
  }
  if (!holds) predicate = llvm::CmpInst::getInversePredicate(predicate);
  if (!is_local_id(*number) || group.varying.contains(limit)) return false;
  if (predicate == llvm::CmpInst::ICMP_EQ) return match(limit, m_Zero());
  return predicate == llvm::CmpInst::ICMP_ULT || predicate == llvm::CmpInst::ICMP_ULE ||
         predicate == llvm::CmpInst::ICMP_SLT || predicate == llvm::CmpInst::ICMP_SLE;
}

/// The blocks that follow some, up to barriers, not through one of them.
Blocks reached(llvm::ArrayRef<const llvm::BasicBlock*> starts, const llvm::BasicBlock* through) {
  Blocks found;
  Worklist<const llvm::BasicBlock*> open(starts);
  while (!open.empty()) {
    const llvm::BasicBlock* block = open.take();
    if (block == through || llvm::any_of(*block, is_barrier)) continue;
    found.insert(block);
    open.add_all(llvm::successors(block));
  }
  return found;
}

}  // namespace

IdleRows::IdleRows(const llvm::Function& kernel, const BarrierRegions& regions, const LaneFlow& flow,
                   const RowDivergence& group) {
  for (const llvm::BasicBlock& from : kernel) {
    const auto* branch = llvm::dyn_cast<llvm::BranchInst>(from.getTerminator());
    if (branch == nullptr || !branch->isConditional() || !flow.parts(from) || flow.way(from) != 0) continue;
    for (const bool holds : {true, false}) {
      const llvm::BasicBlock& to = *branch->getSuccessor(holds ? 0 : 1);
      if (to.getSinglePredecessor() == &from && holds_for_first_rows(*branch->getCondition(), holds, group) &&
          !is_idle_without(to, regions))
        behind_.erase(&to);
    }
  }
}

/// Whether rows that do not go there change nothing in memory, from one barrier to the next, and come to the
/// branch just once.
bool IdleRows::is_idle_without(const llvm::BasicBlock& block, const BarrierRegions& regions) {
  const llvm::BasicBlock* from = block.getSinglePredecessor();
  const auto changes = [](const llvm::BasicBlock* one) {
    return llvm::any_of(*one,
                        [](const llvm::Instruction& instruction) { return instruction.mayWriteToMemory(); });
  };
  const llvm::SmallVector<const llvm::BasicBlock*> next(llvm::succ_begin(from), llvm::succ_end(from));
  if (reached(next, nullptr).contains(from) || llvm::any_of(reached(next, &block), changes)) return false;
  std::set<unsigned>& behind = behind_[&block];
  for (const Region& region : regions.regions) {
    if (!region.blocks.contains(const_cast<llvm::BasicBlock*>(from))) continue;
    behind.insert(region.next.begin(), region.next.end());
    for (const llvm::BasicBlock* one : region.blocks)
      if (changes(one) && reached({one}, &block).contains(from)) return false;
  }
  return true;
}

}  // namespace quadcl::compiler::qpu
