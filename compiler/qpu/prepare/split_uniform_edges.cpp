// SPDX-License-Identifier: Apache-2.0
#include "compiler/qpu/prepare/split_uniform_edges.h"

#include <llvm/Analysis/CFG.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include "compiler/qpu/analysis/row_divergence.h"

namespace quadcl::compiler::qpu {

llvm::PreservedAnalyses SplitUniformEdges::run(llvm::Function& function,
                                               llvm::FunctionAnalysisManager& analyses) {
  const RowDivergence divergence = find_row_divergence(function);
  auto& dominators = analyses.getResult<llvm::DominatorTreeAnalysis>(function);
  auto& loops = analyses.getResult<llvm::LoopAnalysis>(function);
  llvm::SmallVector<std::pair<llvm::Instruction*, unsigned>> critical;
  for (llvm::BasicBlock& block : function) {
    if (divergence.parting.contains(&block)) continue;
    llvm::Instruction& terminator = *block.getTerminator();
    for (unsigned i = 0; i < terminator.getNumSuccessors(); ++i)
      if (llvm::isCriticalEdge(&terminator, i)) critical.emplace_back(&terminator, i);
  }
  for (const auto& [terminator, successor] : critical)
    llvm::SplitCriticalEdge(terminator, successor,
                            llvm::CriticalEdgeSplittingOptions(&dominators, &loops).setPreserveLCSSA());
  return unless_changed(!critical.empty());
}

}  // namespace quadcl::compiler::qpu
