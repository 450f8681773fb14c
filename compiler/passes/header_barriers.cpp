// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/header_barriers.h"

#include <llvm/IR/InstIterator.h>

#include <vector>

#include "compiler/passes/barrier_regions.h"
#include "compiler/passes/huge_functions.h"
#include "compiler/passes/loop_form.h"
#include "compiler/passes/uniformity.h"

namespace quadcl::compiler {

llvm::PreservedAnalyses HeaderBarriers::run(llvm::Function& kernel, llvm::FunctionAnalysisManager& analyses) {
  if (is_huge(kernel) || llvm::none_of(llvm::instructions(kernel), is_barrier))
    return llvm::PreservedAnalyses::all();
  const llvm::LoopInfo& loops = simplified_loops(kernel, analyses);
  const auto& uniformity = analyses.getResult<UniformityAnalysis>(kernel);
  std::vector<const llvm::Loop*> chosen;
  for (const llvm::Loop* loop : loops.getLoopsInPreorder()) {
    const llvm::BasicBlock& header = *loop->getHeader();
    if (exits_at_header(*loop) && has_barrier(*loop) && uniformity.reached_together(header) &&
        !uniformity.diverges(header))
      chosen.push_back(loop);
  }
  for (const llvm::Loop* loop : chosen) put_barriers_behind_header(*loop);
  return unless_values_changed(!chosen.empty());
}

}  // namespace quadcl::compiler
