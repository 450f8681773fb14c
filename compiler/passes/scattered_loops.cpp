// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/scattered_loops.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/Transforms/Utils/LoopUtils.h>

#include "compiler/passes/region_function.h"

namespace quadcl::compiler {
namespace {

/// The vectoriser is left loops with fewer such loads: other work may be worth them.
constexpr unsigned kManyLoads = 16;
constexpr unsigned kNarrowBits = 16;

bool is_scattered(llvm::Instruction& instruction, const llvm::Loop& loop, llvm::ScalarEvolution& evolution) {
  auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
  if (load == nullptr || !load->getType()->isIntegerTy() ||
      load->getType()->getIntegerBitWidth() > kNarrowBits)
    return false;
  const llvm::SCEV* address = evolution.getSCEV(load->getPointerOperand());
  const auto* line = llvm::dyn_cast<llvm::SCEVAddRecExpr>(address);
  return !evolution.isLoopInvariant(address, &loop) && (line == nullptr || !line->isAffine());
}

unsigned scattered_loads(const llvm::Loop& loop, llvm::ScalarEvolution& evolution) {
  unsigned loads = 0;
  for (llvm::BasicBlock* block : loop.blocks())
    for (llvm::Instruction& instruction : *block) loads += is_scattered(instruction, loop, evolution) ? 1 : 0;
  return loads;
}

}  // namespace

llvm::PreservedAnalyses ScatteredLoops::run(llvm::Function& function,
                                            llvm::FunctionAnalysisManager& analyses) {
  auto& evolution = analyses.getResult<llvm::ScalarEvolutionAnalysis>(function);
  for (llvm::Loop* loop : analyses.getResult<llvm::LoopAnalysis>(function).getLoopsInPreorder())
    if (loop->isInnermost() && scattered_loads(*loop, evolution) >= kManyLoads)
      llvm::addStringMetadataToLoop(loop, kVectorised, 1);
  return llvm::PreservedAnalyses::all();
}

}  // namespace quadcl::compiler
