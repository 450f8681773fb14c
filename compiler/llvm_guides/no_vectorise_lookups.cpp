// SPDX-License-Identifier: Apache-2.0
#include "compiler/llvm_guides/no_vectorise_lookups.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Transforms/Utils/LoopUtils.h>

#include "compiler/ir/computed_from.h"
#include "compiler/ir/work_item_loops.h"

namespace quadcl::compiler {
namespace {

/// The vectoriser is left loops with fewer such loads: other work may be worth them.
constexpr unsigned kManyLoads = 16;
constexpr unsigned kNarrowBits = 16;

/// Whether the address depends on what the same iteration has loaded, from a place of its own.
bool is_looked_up(const llvm::Value& address, const llvm::Loop& loop) {
  const auto is_of_iteration = [&](const llvm::Instruction& instruction) {
    return loop.contains(&instruction) && !llvm::isa<llvm::PHINode>(instruction);
  };
  const auto is_own_load = [&](const llvm::Instruction& instruction) {
    const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
    return load != nullptr && !loop.isLoopInvariant(load->getPointerOperand());
  };
  return is_computed_from(address, is_of_iteration, is_own_load);
}

bool is_scattered(const llvm::Instruction& instruction, const llvm::Loop& loop) {
  const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
  return load != nullptr && load->getType()->isIntegerTy() &&
         load->getType()->getIntegerBitWidth() <= kNarrowBits &&
         is_looked_up(*load->getPointerOperand(), loop);
}

unsigned scattered_loads(const llvm::Loop& loop) {
  unsigned loads = 0;
  for (const llvm::BasicBlock* block : loop.blocks())
    for (const llvm::Instruction& instruction : *block) loads += is_scattered(instruction, loop) ? 1 : 0;
  return loads;
}

}  // namespace

llvm::PreservedAnalyses NoVectoriseLookups::run(llvm::Function& function,
                                                llvm::FunctionAnalysisManager& analyses) {
  for (llvm::Loop* loop : analyses.getResult<llvm::LoopAnalysis>(function).getLoopsInPreorder())
    if (loop->isInnermost() && scattered_loads(*loop) >= kManyLoads)
      llvm::addStringMetadataToLoop(loop, kVectorised, 1);
  return llvm::PreservedAnalyses::all();
}

}  // namespace quadcl::compiler
