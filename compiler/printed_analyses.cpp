// SPDX-License-Identifier: Apache-2.0
#include "compiler/printed_analyses.h"

#include "compiler/analysis/barrier_regions.h"
#include "compiler/analysis/kernel_shapes.h"
#include "compiler/target/target_model.h"
#include "compiler/vectorise/analysis/row.h"
#include "compiler/work_group/barriers/item_slots.h"
#include "compiler/work_group/versions/early_returns.h"

namespace quadcl::compiler {

llvm::PreservedAnalyses keep_early_returns(llvm::Function& kernel, llvm::FunctionAnalysisManager&) {
  keep_early_returns_only(kernel);
  return llvm::PreservedAnalyses::none();
}

llvm::PreservedAnalyses show_barrier_regions(llvm::Function& kernel,
                                             llvm::FunctionAnalysisManager& analyses) {
  analyses.getResult<BarrierRegionsAnalysis>(kernel).print(llvm::outs());
  return llvm::PreservedAnalyses::all();
}

llvm::PreservedAnalyses show_item_slots(llvm::Function& kernel, llvm::FunctionAnalysisManager& analyses) {
  make_item_slots(kernel, analyses).print(llvm::outs());
  return llvm::PreservedAnalyses::none();
}

llvm::PreservedAnalyses show_lane_shapes(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
  auto& loops = analyses.getResult<llvm::LoopAnalysis>(function);
  const auto& dominators = analyses.getResult<llvm::DominatorTreeAnalysis>(function);
  auto& evolution = analyses.getResult<llvm::ScalarEvolutionAnalysis>(function);
  for (llvm::Loop* loop : loops.getLoopsInPreorder())
    if (const auto flow = is_row(*loop) ? Flow::make(*loop, loops) : nullptr)
      LaneShapes(*flow, OwnVariables(*loop, loops), dominators, evolution).print(llvm::outs());
  return llvm::PreservedAnalyses::all();
}

llvm::PreservedAnalyses show_neighbour_shapes(llvm::Function& kernel,
                                              llvm::FunctionAnalysisManager& analyses) {
  analyses.getResult<KernelShapesAnalysis>(kernel).along(0).print(llvm::outs());
  return llvm::PreservedAnalyses::all();
}

llvm::PreservedAnalyses show_group_shapes(llvm::Function& kernel, llvm::FunctionAnalysisManager& analyses) {
  analyses.getResult<KernelShapesAnalysis>(kernel).group().print(llvm::outs());
  return llvm::PreservedAnalyses::all();
}

llvm::PreservedAnalyses show_target_model(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
  analyses.getResult<TargetModelAnalysis>(function).print(llvm::outs());
  return llvm::PreservedAnalyses::all();
}

}  // namespace quadcl::compiler
