// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/Analysis/LoopInfo.h>

#include <array>

#include "compiler/ir/pass.h"
#include "compiler/ir/work_item_functions.h"

namespace quadcl::compiler {

/// Chooses the dimension along which rows of work-items run: one in which work-items differ, and neighbours
/// access consecutive places or the same one. Rows run along dimension 0 of a kernel. Where another dimension
/// is clearly better, this pass exchanges the two in all calls of work-item functions.
class RowDimension : public llvm::PassInfoMixin<RowDimension> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& kernel, llvm::FunctionAnalysisManager& analyses);
};

/// The dimension d of the NDRange that is dimension 0 of the kernel; 0 if none were exchanged.
/// Dimension 0 of the NDRange is then dimension d of the kernel.
unsigned row_dimension_of(const llvm::Function& kernel);

/// Whether a kernel that does not see work-groups would profit from longer rows: neighbours access memory
/// side by side, in tables, or at places that depend on what they load. Work-items that might wait for
/// others stay as they are.
bool suits_longer_rows(llvm::Function& kernel, llvm::FunctionAnalysisManager& analyses);

/// The dimensions in which the work-items of a kernel may differ.
std::array<bool, 3> varying_dimensions(llvm::Function& kernel);

/// How often a work-item runs the block, roughly.
std::uint64_t runs_of(const llvm::BasicBlock& block, const llvm::LoopInfo& loops);

/// Exchanges `dimension` and dimension 0 of a kernel, once at most. The dimensions that it passes to
/// work-item functions are constants.
void exchange_dimensions(llvm::Function& kernel, unsigned dimension);

}  // namespace quadcl::compiler
