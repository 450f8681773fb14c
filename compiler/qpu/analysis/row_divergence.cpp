// SPDX-License-Identifier: Apache-2.0
#include "compiler/qpu/analysis/row_divergence.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/Analysis/TargetTransformInfoImpl.h>
#include <llvm/Analysis/UniformityAnalysis.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Passes/PassBuilder.h>

#include <vector>

#include "compiler/ir/runtime_functions.h"

namespace quadcl::compiler::qpu {
namespace {

/// Whether the id differs.
bool is_varying_id(const llvm::CallInst& call, Among among) {
  const llvm::Function* callee = call.getCalledFunction();
  if (callee == nullptr || (callee->getName() != kGlobalIdFunction && callee->getName() != kLocalIdFunction))
    return false;
  if (among == Among::group) return true;
  const auto* dimension = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(0));
  return dimension == nullptr || dimension->isZero() || (among == Among::lines && dimension->isOne());
}

using Sources = llvm::DenseSet<const llvm::Value*>;

class Qpus : public llvm::TargetTransformInfoImplCRTPBase<Qpus> {
 public:
  Qpus(const llvm::DataLayout& layout, Among among, const Sources& sources)
      : TargetTransformInfoImplCRTPBase(layout), among_(among), sources_(sources) {}

  bool hasBranchDivergence(const llvm::Function*) const { return true; }
  bool isSourceOfDivergence(const llvm::Value* value) const {
    const auto* call = llvm::dyn_cast<llvm::CallInst>(value);
    return (call != nullptr && is_varying_id(*call, among_)) || loads_own_array(*value) ||
           llvm::isa<llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst>(value) || sources_.contains(value);
  }
  bool isAlwaysUniform(const llvm::Value* value) const {
    const auto* call = llvm::dyn_cast<llvm::CallInst>(value);
    return call != nullptr && call->getCalledFunction() != nullptr &&
           call->getCalledFunction()->getName() == kBroadcastFunction;
  }

 private:
  /// Every work-item has arrays of its own.
  static bool loads_own_array(const llvm::Value& value) {
    const auto* load = llvm::dyn_cast<llvm::LoadInst>(&value);
    return load != nullptr && load->getPointerAddressSpace() == 0;
  }

  Among among_;
  const Sources& sources_;
};

RowDivergence find_by_llvm(llvm::Function& kernel, Among among, const Sources& sources) {
  llvm::FunctionAnalysisManager analyses;
  analyses.registerPass([&] {
    return llvm::TargetIRAnalysis([&](const llvm::Function& of) {
      return llvm::TargetTransformInfo(Qpus(of.getParent()->getDataLayout(), among, sources));
    });
  });
  llvm::PassBuilder().registerFunctionAnalyses(analyses);
  auto& uniformity = analyses.getResult<llvm::UniformityInfoAnalysis>(kernel);
  RowDivergence result;
  for (const llvm::Instruction& instruction : llvm::instructions(kernel))
    if (!uniformity.isUniform(&instruction)) result.varying.insert(&instruction);
  for (const llvm::BasicBlock& block : kernel)
    if (uniformity.hasDivergentTerminator(block)) result.parting.insert(&block);
  return result;
}

/// Finds where lanes meet that parted. LLVM 19 misses some (llvm-project, 137277).
class Joins {
 public:
  explicit Joins(llvm::Function& kernel) : post_dominators_(kernel) {
    for (const llvm::BasicBlock* block : llvm::ReversePostOrderTraversal<llvm::Function*>(&kernel))
      order_.push_back(block);
  }

  using Blocks = llvm::SmallPtrSet<const llvm::BasicBlock*, 16>;
  /// Those of lanes that part at the end of a block. Each block on their ways gets the last one that all of
  /// its lanes came through: a successor of `parting`, or a join.
  void add_those_of(const llvm::BasicBlock& parting, Blocks& all) const {
    const auto* node = post_dominators_.getNode(&parting);
    const llvm::BasicBlock* end =
        node != nullptr && node->getIDom() != nullptr ? node->getIDom()->getBlock() : nullptr;
    llvm::DenseMap<const llvm::BasicBlock*, const llvm::BasicBlock*> last;
    Blocks joins;
    for (bool changes = true; changes;) {
      changes = false;
      for (const llvm::BasicBlock* block : order_) {
        const llvm::BasicBlock* common = joins.contains(block) ? block : nullptr;
        for (const llvm::BasicBlock* from : llvm::predecessors(block)) {
          const llvm::BasicBlock* one =
              from == &parting ? block : (from == end ? nullptr : last.lookup(from));
          if (one == nullptr || one == common) continue;
          if (common != nullptr) joins.insert(block);
          common = common == nullptr ? one : block;
        }
        if (common == last.lookup(block)) continue;
        last[block] = common;
        changes = true;
      }
    }
    all.insert(joins.begin(), joins.end());
  }

 private:
  llvm::PostDominatorTree post_dominators_;
  std::vector<const llvm::BasicBlock*> order_;
};

/// Values that differ because lanes that parted meet there, beside those that are known.
bool add_sources(llvm::Function& kernel, const RowDivergence& known, Sources& sources) {
  if (known.parting.empty()) return false;
  const Joins joins(kernel);
  Joins::Blocks blocks;
  for (const llvm::BasicBlock* block : known.parting) joins.add_those_of(*block, blocks);
  bool adds = false;
  for (const llvm::BasicBlock* block : blocks)
    for (const llvm::PHINode& phi : block->phis())
      if (!known.varying.contains(&phi) && !phi.hasConstantOrUndefValue())
        adds |= sources.insert(&phi).second;
  return adds;
}

}  // namespace

RowDivergence find_row_divergence(llvm::Function& kernel, Among among) {
  Sources sources;
  RowDivergence found = find_by_llvm(kernel, among, sources);
  while (add_sources(kernel, found, sources)) found = find_by_llvm(kernel, among, sources);
  return found;
}

}  // namespace quadcl::compiler::qpu
