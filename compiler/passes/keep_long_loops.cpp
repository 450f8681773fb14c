// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/keep_long_loops.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Transforms/Utils/LoopUtils.h>

namespace quadcl::compiler {
namespace {

constexpr unsigned kMostIterations = 32;

}  // namespace

llvm::PreservedAnalyses KeepLongLoops::run(llvm::Function& function,
                                           llvm::FunctionAnalysisManager& analyses) {
  auto& evolution = analyses.getResult<llvm::ScalarEvolutionAnalysis>(function);
  for (llvm::Loop* loop : analyses.getResult<llvm::LoopAnalysis>(function).getLoopsInPreorder()) {
    if (llvm::hasUnrollTransformation(loop) != llvm::TM_Unspecified) continue;
    const unsigned iterations = evolution.getSmallConstantTripCount(loop);
    if (iterations == 0 || iterations > kMostIterations)
      llvm::addStringMetadataToLoop(loop, "llvm.loop.unroll.disable", 1);
  }
  return llvm::PreservedAnalyses::all();
}

}  // namespace quadcl::compiler
