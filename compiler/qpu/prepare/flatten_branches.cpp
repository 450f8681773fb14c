// SPDX-License-Identifier: Apache-2.0
#include "compiler/qpu/prepare/flatten_branches.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/ValueHandle.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <string>
#include <vector>

#include "compiler/ir/address_spaces.h"
#include "compiler/qpu/analysis/address_forms.h"
#include "compiler/qpu/analysis/row_divergence.h"
#include "compiler/qpu/prepare/way_back.h"

namespace quadcl::compiler::qpu {
namespace {

using BlockList = std::vector<llvm::BasicBlock*>;

/// Makes one block of several: the first one is the only way in, the last one the only way out.
class Flattener {
 public:
  /// `order`: each block before those that it goes to, but for a loop's way back.
  Flattener(BlockList order, FlattenLimits limits)
      : limits_(limits), forms_(order.front()->getModule()->getDataLayout()), order_(std::move(order)) {}

  bool run() {
    if (order_.size() < 2 || !is_cheap()) return false;
    for (llvm::BasicBlock* block : order_) note(*block);
    for (llvm::BasicBlock* block : order_) append(*block);
    llvm::BasicBlock &all = *order_.front(), &last = *order_.back();
    last.getTerminator()->moveBefore(all, all.end());
    all.replaceSuccessorsPhiUsesWith(&last, &all);
    for (llvm::BasicBlock* block : llvm::drop_begin(order_)) block->eraseFromParent();
    return true;
  }

 private:
  using Blocks = llvm::DenseSet<const llvm::BasicBlock*>;

  /// How a block ends, and from where control comes to it.
  struct Ways {
    llvm::WeakTrackingVH condition;  ///< may be a phi, which becomes a choice
    llvm::BasicBlock* if_true = nullptr;
    llvm::SetVector<llvm::BasicBlock*> from;
    bool is_always_passed = false;
  };

  /// Whether every way from the first block to the last one goes through some of these blocks.
  bool are_passed(const Blocks& blocks) const {
    Blocks seen;
    std::vector<const llvm::BasicBlock*> open{order_.front()};
    while (!open.empty()) {
      const llvm::BasicBlock* block = open.back();
      open.pop_back();
      if (blocks.contains(block) || !seen.insert(block).second) continue;
      if (block == order_.back()) return false;
      for (const llvm::BasicBlock* next : llvm::successors(block)) open.push_back(next);
    }
    return true;
  }

  /// Whether all lanes load from there anyway, in one block or another.
  bool is_always_loaded(const llvm::LoadInst& load) {
    Blocks blocks;
    for (const llvm::BasicBlock* block : order_) {
      for (const llvm::Instruction& instruction : *block) {
        const auto* other = llvm::dyn_cast<llvm::LoadInst>(&instruction);
        if (other != nullptr && other->getType() == load.getType() &&
            forms_.distance(*other->getPointerOperand(), *load.getPointerOperand()) == 0)
          blocks.insert(block);
      }
    }
    return are_passed(blocks);
  }

  /// Whether there are no loops among the blocks, the last one is the only end, what changes memory is on all
  /// ways, and the rest is little.
  bool is_cheap() {
    llvm::DenseMap<const llvm::BasicBlock*, std::size_t> places;
    for (const llvm::BasicBlock* block : order_) places.try_emplace(block, places.size());
    std::size_t operations = 0;
    for (const llvm::BasicBlock* block : order_) {
      const bool goes_on = llvm::all_of(llvm::successors(block), [&](const llvm::BasicBlock* next) {
        const auto place = places.find(next);
        return place != places.end() && place->second > places.at(block);
      });
      if (block != order_.back() && (!goes_on || !llvm::isa<llvm::BranchInst>(block->getTerminator())))
        return false;
      if (are_passed({block})) continue;
      operations += block->size();
      if (!llvm::all_of(*block,
                        [this](const llvm::Instruction& instruction) { return may_run(instruction); }))
        return false;
    }
    return operations <= limits_.operations && masked_.size() <= limits_.loads;
  }

  /// Whether lanes may execute it that would not come there. Notes loads that they then must not make.
  bool may_run(const llvm::Instruction& instruction) {
    if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
      const unsigned space = load->getPointerAddressSpace();
      if (!load->isSimple() || (space != kGlobalAddressSpace && space != kConstantAddressSpace)) return false;
      if (!is_always_loaded(*load)) masked_.insert(load);
      return true;
    }
    if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
        call != nullptr && !llvm::isa<llvm::IntrinsicInst>(call))
      return call->hasFnAttr(llvm::Attribute::Speculatable);
    return !instruction.mayReadOrWriteMemory();
  }

  void note(llvm::BasicBlock& block) {
    Ways& ways = ways_[&block];
    ways.is_always_passed = are_passed({&block});
    for (llvm::BasicBlock* from : llvm::predecessors(&block)) ways.from.insert(from);
    const auto* branch = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator());
    if (branch == nullptr || branch->isUnconditional() || branch->getSuccessor(0) == branch->getSuccessor(1))
      return;
    ways.condition = branch->getCondition();
    ways.if_true = branch->getSuccessor(0);
  }

  /// Which lanes go from one block to the other; null: all.
  llvm::Value* edge(llvm::IRBuilder<>& builder, llvm::BasicBlock& from, const llvm::BasicBlock& to) {
    const Ways& ways = ways_[&from];
    llvm::Value* here = masks_.lookup(&from);
    if (ways.condition == nullptr) return here;
    llvm::Value* condition = ways.condition;
    if (ways.if_true != &to) condition = builder.CreateNot(condition);
    return here == nullptr ? condition : builder.CreateAnd(here, condition);
  }

  /// Moves the instructions of a block to the end of the first one.
  void append(llvm::BasicBlock& block) {
    llvm::BasicBlock& all = *order_.front();
    if (&block == &all) {
      all.getTerminator()->eraseFromParent();
      return;
    }
    llvm::IRBuilder<> builder(&all);
    std::vector<std::pair<llvm::BasicBlock*, llvm::Value*>> edges;
    for (llvm::BasicBlock* from : ways_[&block].from) edges.emplace_back(from, edge(builder, *from, block));
    llvm::Value* mask = edges.front().second;
    for (std::size_t i = 1; i < edges.size() && !ways_[&block].is_always_passed; ++i)
      mask = builder.CreateOr(mask, edges[i].second);
    masks_[&block] = ways_[&block].is_always_passed ? nullptr : mask;
    while (auto* phi = llvm::dyn_cast<llvm::PHINode>(&block.front())) {
      llvm::Value* value = phi->getIncomingValueForBlock(edges.front().first);
      for (std::size_t i = 1; i < edges.size(); ++i)
        value = builder.CreateSelect(edges[i].second, phi->getIncomingValueForBlock(edges[i].first), value);
      phi->replaceAllUsesWith(value);
      phi->eraseFromParent();
    }
    for (llvm::Instruction& instruction : block)
      if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
          load != nullptr && masked_.contains(load))
        mask_load(*load, *masks_[&block]);
    all.splice(all.end(), &block, block.begin(), block.getTerminator()->getIterator());
  }

  static void mask_load(llvm::LoadInst& load, llvm::Value& mask) {
    llvm::IRBuilder<> builder(&load);
    llvm::Module& module = *load.getModule();
    const std::string name = kNowhereFunction + std::to_string(load.getPointerAddressSpace());
    const auto nowhere = module.getOrInsertFunction(name, load.getPointerOperandType());
    llvm::CallInst* call = builder.CreateCall(nowhere);
    call->setDoesNotAccessMemory();
    load.setOperand(0, builder.CreateSelect(&mask, load.getPointerOperand(), call));
  }

  const FlattenLimits limits_;
  AddressForms forms_;
  const BlockList order_;
  llvm::DenseSet<const llvm::LoadInst*> masked_;
  llvm::DenseMap<const llvm::BasicBlock*, Ways> ways_;
  llvm::DenseMap<const llvm::BasicBlock*, llvm::WeakTrackingVH> masks_;  ///< lanes that come there; null: all
};

/// What both ways computed is the same now.
void drop_doubles(llvm::Function& function) {
  llvm::FunctionAnalysisManager analyses;
  llvm::PassBuilder().registerFunctionAnalyses(analyses);
  llvm::EarlyCSEPass().run(function, analyses);
}

/// The blocks of a loop from its header to the only block that leaves it and goes back; empty if there is no
/// such block.
BlockList blocks_of(llvm::Loop& loop, const BlockList& order) {
  const llvm::BasicBlock *latch = loop.getLoopLatch(), *end = join_way_back(loop);
  if (end == nullptr) return {};
  BlockList result;
  llvm::copy_if(order, std::back_inserter(result), [&](const llvm::BasicBlock* block) {
    return loop.contains(block) && (block == end || block != latch);
  });
  return result.back() == end ? result : BlockList();
}

BlockList in_order(llvm::Function& function) {
  BlockList order;
  for (llvm::BasicBlock* block : llvm::ReversePostOrderTraversal(&function)) order.push_back(block);
  return order;
}

}  // namespace

bool flatten_branches(llvm::Function& function, FlattenLimits limits) {
  const BlockList order = in_order(function);
  if (!llvm::isa<llvm::ReturnInst>(order.back()->getTerminator()) || order.size() != function.size() ||
      !Flattener(order, limits).run())
    return false;
  drop_doubles(function);
  return true;
}

bool flatten_loops(llvm::Function& function, Among among, FlattenLimits limits) {
  const BlockList order = in_order(function);
  const RowDivergence divergence = find_row_divergence(function, among);
  const llvm::DominatorTree dominators(function);
  const llvm::LoopInfo loops(dominators);
  bool changed = false;
  for (llvm::Loop* loop : loops.getLoopsInPreorder()) {
    if (!loop->isInnermost()) continue;
    const BlockList blocks = blocks_of(*loop, order);
    const bool part = llvm::any_of(blocks, [&](auto* block) { return divergence.parting.contains(block); });
    changed |= part && Flattener(blocks, limits).run();
  }
  if (!changed) return false;
  llvm::EliminateUnreachableBlocks(function);
  llvm::SplitAllCriticalEdges(function);
  drop_doubles(function);
  return true;
}

}  // namespace quadcl::compiler::qpu
