// SPDX-License-Identifier: Apache-2.0
#include "compiler/llvm_guides/keep_long_loops.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Transforms/Utils/LoopUtils.h>

#include "compiler/ir/work_item_loops.h"

namespace quadcl::compiler {
namespace {

constexpr unsigned kMostIterations = 32;

/// Rows were kept as loops until lanes could be made of them.
void allow_unrolling(llvm::Loop& row) {
  row.setLoopID(llvm::makePostTransformationMetadata(row.getHeader()->getContext(), row.getLoopID(),
                                                     {kNotUnrolled}, {}));
}

}  // namespace

llvm::PreservedAnalyses KeepLongLoops::run(llvm::Function& function,
                                           llvm::FunctionAnalysisManager& analyses) {
  auto& evolution = analyses.getResult<llvm::ScalarEvolutionAnalysis>(function);
  for (llvm::Loop* loop : analyses.getResult<llvm::LoopAnalysis>(function).getLoopsInPreorder()) {
    if (is_over_work_items(*loop)) allow_unrolling(*loop);
    if (llvm::hasUnrollTransformation(loop) != llvm::TM_Unspecified) continue;
    const unsigned iterations = evolution.getSmallConstantTripCount(loop);
    if (iterations == 0 || iterations > kMostIterations) llvm::addStringMetadataToLoop(loop, kNotUnrolled, 1);
  }
  return llvm::PreservedAnalyses::all();
}

}  // namespace quadcl::compiler
