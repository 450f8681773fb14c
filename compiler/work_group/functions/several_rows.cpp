// SPDX-License-Identifier: Apache-2.0
#include "compiler/work_group/functions/several_rows.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Instructions.h>

#include "compiler/analysis/kernel_shapes.h"
#include "compiler/analysis/loop_form.h"

namespace quadcl::compiler {
namespace {

/// Metadata of kernels.

bool all_go_through(const llvm::Loop& loop, const GroupShapes& group) {
  return loop.isInnermost() && exits_at_header(loop) &&
         llvm::none_of(loop.blocks(), [&](llvm::BasicBlock* block) { return group.diverges(*block); });
}

bool shares_loads(const llvm::Loop& loop, const NeighbourShapes& within_row,
                  const NeighbourShapes& across_rows) {
  unsigned shared = 0, own = 0;
  bool differs = false;
  for (const llvm::BasicBlock* block : loop.blocks()) {
    for (const llvm::Instruction& instruction : *block) {
      const llvm::Value* pointer = llvm::getLoadStorePointerOperand(&instruction);
      if (pointer == nullptr) continue;
      const bool is_equal = across_rows.stride_of(*pointer) == 0;
      differs |= !is_equal;
      if (within_row.stride_of(*pointer) != 0) ++(is_equal ? shared : own);
    }
  }
  return differs && shared > 2 * own;
}

}  // namespace

bool gains_by_several_rows(llvm::Function& kernel, llvm::FunctionAnalysisManager& analyses) {
  auto& shapes = analyses.getResult<KernelShapesAnalysis>(kernel);
  const auto loops = analyses.getResult<llvm::LoopAnalysis>(kernel).getLoopsInPreorder();
  return llvm::any_of(loops, [&](const llvm::Loop* loop) {
    return all_go_through(*loop, shapes.group()) && shares_loads(*loop, shapes.along(0), shapes.along(1));
  });
}

}  // namespace quadcl::compiler
