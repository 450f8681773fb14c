// SPDX-License-Identifier: Apache-2.0
#include "compiler/rows/hoist_row_loads.h"

#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/Analysis/LoopIterator.h>
#include <llvm/Analysis/MemoryLocation.h>
#include <llvm/Analysis/MustExecute.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/IR/Instructions.h>

#include <vector>

#include "compiler/target/target_model.h"

namespace quadcl::compiler {
namespace {

/// Limit of compared pairs, a store and a later load, in a loop.
constexpr std::size_t kMostPairs = 1 << 16;

class Hoister {
 public:
  Hoister(llvm::Loop& loop, llvm::LoopStandardAnalysisResults& results)
      : loop_(loop), results_(results), aliases_(results.AA), most_loads_(vector_registers(results.TTI) / 2) {
    safety_.computeLoopSafetyInfo(&loop);
  }

  bool hoist() {
    llvm::LoopBlocksRPO order(&loop_);
    order.perform(&results_.LI);
    for (llvm::BasicBlock* block : order)
      for (llvm::Instruction& instruction : llvm::make_early_inc_range(*block)) visit(instruction);
    return changed_;
  }

 private:
  void visit(llvm::Instruction& instruction) {
    auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
    if (load != nullptr && loads_ < most_loads_ && may_be_first(*load)) {
      ++loads_;
      hoist(*load);
    } else if (instruction.mayWriteToMemory()) {
      writers_.push_back(&instruction);
    } else if (loop_.hasLoopInvariantOperands(&instruction)) {
      loop_.makeLoopInvariant(&instruction, changed_, nullptr, nullptr, &results_.SE);
    }
  }

  /// Whether every work-item executes this load, and the first may do it for all.
  bool may_be_first(llvm::LoadInst& load) {
    if (!load.isSimple() || !loop_.isLoopInvariant(load.getPointerOperand()) ||
        !safety_.isGuaranteedToExecute(load, &results_.DT, &loop_))
      return false;
    pairs_ += writers_.size();
    if (pairs_ > kMostPairs) return false;
    const llvm::MemoryLocation place = llvm::MemoryLocation::get(&load);
    const auto may_write_there = [&](llvm::Instruction* writer) {
      return llvm::isModSet(aliases_.getModRefInfo(writer, place));
    };
    return llvm::none_of(writers_, may_write_there);
  }

  void hoist(llvm::LoadInst& load) {
    load.moveBefore(loop_.getLoopPreheader()->getTerminator());
    results_.SE.forgetBlockAndLoopDispositions(&load);
    changed_ = true;
  }

  llvm::Loop& loop_;
  llvm::LoopStandardAnalysisResults& results_;
  llvm::BatchAAResults aliases_;
  llvm::SimpleLoopSafetyInfo safety_;
  /// With more loads, values would be spilled, which takes as long as loading them again.
  const unsigned most_loads_;
  unsigned loads_ = 0;
  std::vector<llvm::Instruction*> writers_;  ///< stores that precede the current instruction
  std::size_t pairs_ = 0;
  bool changed_ = false;
};

}  // namespace

llvm::PreservedAnalyses HoistRowLoads::run(llvm::Loop& loop, llvm::LoopAnalysisManager&,
                                           llvm::LoopStandardAnalysisResults& results, llvm::LPMUpdater&) {
  if (!loop.isInnermost() || !loop.isAnnotatedParallel() || results.MSSA != nullptr)
    return llvm::PreservedAnalyses::all();
  return Hoister(loop, results).hoist() ? llvm::getLoopPassPreservedAnalyses()
                                        : llvm::PreservedAnalyses::all();
}

}  // namespace quadcl::compiler
