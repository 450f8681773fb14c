// SPDX-License-Identifier: Apache-2.0
#include "compiler/analysis/order_matters.h"

#include <llvm/Analysis/LoopIterator.h>
#include <llvm/Analysis/MemoryLocation.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Instructions.h>

#include <optional>
#include <vector>

namespace quadcl::compiler {
namespace {

/// Limit of compared pairs of accesses. With more, the declaration is withdrawn.
constexpr std::size_t kMostPairsOfAccesses = 1 << 16;

struct Access {
  llvm::MemoryLocation location;
  bool stores;
  bool may_move;  ///< may be joined with others: its stride is neither 0 nor one element
};

/// Only accesses with strides of several elements are joined. An unknown stride counts: the vectoriser may
/// know it under conditions that it checks at run time.
bool may_be_strided(llvm::Instruction& access, llvm::Loop& loop, llvm::ScalarEvolution& evolution) {
  const llvm::SCEV* address = evolution.getSCEV(llvm::getLoadStorePointerOperand(&access));
  if (evolution.isLoopInvariant(address, &loop)) return false;
  const auto* recurrence = llvm::dyn_cast<llvm::SCEVAddRecExpr>(address);
  if (recurrence == nullptr || recurrence->getLoop() != &loop || !recurrence->isAffine()) return true;
  const auto* step = llvm::dyn_cast<llvm::SCEVConstant>(recurrence->getStepRecurrence(evolution));
  const auto bytes = access.getDataLayout().getTypeStoreSize(llvm::getLoadStoreType(&access)).getFixedValue();
  return step == nullptr || step->getAPInt().abs() != bytes;
}

/// The accesses of an iteration in an order in which control reaches them; empty if there are others than
/// loads and stores.
std::optional<std::vector<Access>> accesses_in_order(llvm::Loop& loop, llvm::LoopInfo& loops,
                                                     llvm::ScalarEvolution& evolution) {
  llvm::LoopBlocksRPO order(&loop);
  order.perform(&loops);
  std::vector<Access> accesses;
  for (llvm::BasicBlock* block : order) {
    for (llvm::Instruction& instruction : *block) {
      if (!instruction.mayReadOrWriteMemory()) continue;
      if (!llvm::isa<llvm::LoadInst, llvm::StoreInst>(instruction)) return std::nullopt;
      accesses.push_back({llvm::MemoryLocation::get(&instruction), instruction.mayWriteToMemory(),
                          may_be_strided(instruction, loop, evolution)});
    }
  }
  return accesses;
}

/// Whether an access after a store may touch the same place, and one of the two may be moved.
bool any_may_move(const std::vector<Access>& accesses, llvm::BatchAAResults& aliases) {
  std::size_t pairs = 0;
  for (std::size_t first = 0; first < accesses.size(); ++first) {
    if (!accesses[first].stores) continue;
    for (std::size_t second = first + 1; second < accesses.size(); ++second) {
      if (!accesses[first].may_move && !accesses[second].may_move) continue;
      if (++pairs > kMostPairsOfAccesses) return true;
      const auto alias = aliases.alias(accesses[first].location, accesses[second].location);
      if (alias != llvm::AliasResult::NoAlias) return true;
    }
  }
  return false;
}

}  // namespace

bool order_matters(llvm::Loop& loop, llvm::LoopInfo& loops, llvm::ScalarEvolution& evolution,
                   llvm::AAResults& aliases) {
  const auto accesses = accesses_in_order(loop, loops, evolution);
  llvm::BatchAAResults batch(aliases);
  return !accesses || any_may_move(*accesses, batch);
}

}  // namespace quadcl::compiler
