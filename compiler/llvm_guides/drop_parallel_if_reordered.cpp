// SPDX-License-Identifier: Apache-2.0
#include "compiler/llvm_guides/drop_parallel_if_reordered.h"

#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Transforms/Utils/LoopUtils.h>

#include "compiler/analysis/order_matters.h"
#include "compiler/ir/work_item_loops.h"

namespace quadcl::compiler {
namespace {

void withdraw_declaration(llvm::Loop& loop) {
  loop.setLoopID(llvm::makePostTransformationMetadata(loop.getHeader()->getContext(), loop.getLoopID(),
                                                      {kParallelAccesses}, {}));
}

}  // namespace

llvm::PreservedAnalyses DropParallelIfReordered::run(llvm::Function& function,
                                                     llvm::FunctionAnalysisManager& analyses) {
  auto& loops = analyses.getResult<llvm::LoopAnalysis>(function);
  for (llvm::Loop* loop : loops.getLoopsInPreorder()) {
    if (!loop->isInnermost() || !loop->isAnnotatedParallel()) continue;
    auto& evolution = analyses.getResult<llvm::ScalarEvolutionAnalysis>(function);
    auto& aliases = analyses.getResult<llvm::AAManager>(function);
    if (order_matters(*loop, loops, evolution, aliases)) withdraw_declaration(*loop);
  }
  return llvm::PreservedAnalyses::all();
}

}  // namespace quadcl::compiler
