// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/several_rows.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Instructions.h>

#include "compiler/passes/loop_form.h"
#include "compiler/passes/strides.h"
#include "compiler/passes/uniformity.h"

namespace quadcl::compiler {
namespace {

/// Metadata of kernels.

bool all_go_through(const llvm::Loop& loop, const Uniformity& uniformity) {
  return loop.isInnermost() && exits_at_header(loop) &&
         llvm::none_of(loop.blocks(), [&](llvm::BasicBlock* block) { return uniformity.diverges(*block); });
}

bool shares_loads(const llvm::Loop& loop, Strides& within_row, Strides& across_rows) {
  unsigned shared = 0, own = 0;
  bool differs = false;
  for (const llvm::BasicBlock* block : loop.blocks()) {
    for (const llvm::Instruction& instruction : *block) {
      const llvm::Value* pointer = llvm::getLoadStorePointerOperand(&instruction);
      if (pointer == nullptr) continue;
      const bool is_equal = across_rows.along_row(*pointer) == 0;
      differs |= !is_equal;
      if (within_row.along_row(*pointer) != 0) ++(is_equal ? shared : own);
    }
  }
  return differs && shared > 2 * own;
}

}  // namespace

bool gains_by_several_rows(llvm::Function& kernel, llvm::FunctionAnalysisManager& analyses) {
  const auto& uniformity = analyses.getResult<UniformityAnalysis>(kernel);
  Strides within_row(uniformity), across_rows(uniformity, 1);
  const auto loops = analyses.getResult<llvm::LoopAnalysis>(kernel).getLoopsInPreorder();
  return llvm::any_of(loops, [&](const llvm::Loop* loop) {
    return all_go_through(*loop, uniformity) && shares_loads(*loop, within_row, across_rows);
  });
}

}  // namespace quadcl::compiler
