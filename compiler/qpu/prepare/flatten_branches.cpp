// SPDX-License-Identifier: Apache-2.0
#include "compiler/qpu/prepare/flatten_branches.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/ValueHandle.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>

#include <vector>

#include "compiler/ir/address_spaces.h"
#include "compiler/qpu/analysis/address_forms.h"

namespace quadcl::compiler::qpu {
namespace {

class Flattener {
 public:
  Flattener(llvm::Function& function, FlattenLimits limits)
      : function_(function), limits_(limits), forms_(function.getParent()->getDataLayout()) {
    for (llvm::BasicBlock* block : llvm::ReversePostOrderTraversal(&function)) order_.push_back(block);
  }

  bool run() {
    if (order_.size() < 2 || order_.size() != function_.size() || !is_cheap()) return false;
    for (llvm::BasicBlock* block : order_) note(*block);
    for (llvm::BasicBlock* block : order_) append(*block);
    for (std::size_t i = order_.size(); --i > 0;) order_[i]->eraseFromParent();
    llvm::IRBuilder<>(order_.front()).CreateRetVoid();
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
    for (const llvm::Instruction& instruction : llvm::instructions(function_)) {
      const auto* other = llvm::dyn_cast<llvm::LoadInst>(&instruction);
      if (other != nullptr && other->getType() == load.getType() &&
          forms_.distance(*other->getPointerOperand(), *load.getPointerOperand()) == 0)
        blocks.insert(other->getParent());
    }
    return are_passed(blocks);
  }

  /// Whether there are no loops, the last block is the only end, what changes memory is on all ways, and the
  /// rest is little.
  bool is_cheap() {
    llvm::DenseMap<const llvm::BasicBlock*, std::size_t> places;
    for (const llvm::BasicBlock* block : order_) places.try_emplace(block, places.size());
    std::size_t operations = 0;
    for (const llvm::BasicBlock* block : order_) {
      const llvm::Instruction& end = *block->getTerminator();
      const bool ends =
          block == order_.back() ? llvm::isa<llvm::ReturnInst>(end) : llvm::isa<llvm::BranchInst>(end);
      const bool goes_on = llvm::all_of(llvm::successors(block), [&](const llvm::BasicBlock* next) {
        return places.at(next) > places.at(block);
      });
      if (!ends || !goes_on) return false;
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
      if (!load->isSimple() || load->getPointerAddressSpace() != kGlobalAddressSpace) return false;
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
    const auto nowhere = module.getOrInsertFunction(kNowhereFunction, load.getPointerOperandType());
    llvm::CallInst* call = builder.CreateCall(nowhere);
    call->setDoesNotAccessMemory();
    load.setOperand(0, builder.CreateSelect(&mask, load.getPointerOperand(), call));
  }

  llvm::Function& function_;
  const FlattenLimits limits_;
  AddressForms forms_;
  std::vector<llvm::BasicBlock*> order_;
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

}  // namespace

bool flatten_branches(llvm::Function& function, FlattenLimits limits) {
  if (!Flattener(function, limits).run()) return false;
  drop_doubles(function);
  return true;
}

}  // namespace quadcl::compiler::qpu
