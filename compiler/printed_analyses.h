// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/ir/pass.h"

namespace quadcl::compiler {

/// Makes a pass from a function.
template <llvm::PreservedAnalyses (*run_over)(llvm::Function&, llvm::FunctionAnalysisManager&)>
class KernelPass : public RequiredPass<KernelPass<run_over>> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& kernel, llvm::FunctionAnalysisManager& analyses) {
    return run_over(kernel, analyses);
  }
};

// Passes for kernel-opt that show an analysis of a kernel, its early returns or its slots.

llvm::PreservedAnalyses keep_early_returns(llvm::Function& kernel, llvm::FunctionAnalysisManager& analyses);
llvm::PreservedAnalyses show_barrier_regions(llvm::Function& kernel, llvm::FunctionAnalysisManager& analyses);
llvm::PreservedAnalyses show_item_slots(llvm::Function& kernel, llvm::FunctionAnalysisManager& analyses);
llvm::PreservedAnalyses show_lane_shapes(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
llvm::PreservedAnalyses show_neighbour_shapes(llvm::Function& kernel,
                                              llvm::FunctionAnalysisManager& analyses);
llvm::PreservedAnalyses show_target_model(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
llvm::PreservedAnalyses show_group_shapes(llvm::Function& kernel, llvm::FunctionAnalysisManager& analyses);

}  // namespace quadcl::compiler
