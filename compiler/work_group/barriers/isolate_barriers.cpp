// SPDX-License-Identifier: Apache-2.0
#include "compiler/work_group/barriers/isolate_barriers.h"

#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include "compiler/analysis/barrier_regions.h"

namespace quadcl::compiler {
namespace {

/// Afterwards the block contains only the barrier and an unconditional branch.
void isolate(llvm::CallInst* barrier) {
  llvm::SplitBlock(barrier->getParent(), barrier);
  llvm::SplitBlock(barrier->getParent(), barrier->getNextNode());
}

}  // namespace

llvm::PreservedAnalyses IsolateBarriers::run(llvm::Function& kernel, llvm::FunctionAnalysisManager&) {
  const std::vector<llvm::CallInst*> barriers = find_barriers(kernel);
  for (llvm::CallInst* barrier : barriers) isolate(barrier);
  return unless_changed(!barriers.empty());
}

}  // namespace quadcl::compiler
