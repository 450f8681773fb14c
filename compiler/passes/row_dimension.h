// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/passes/pass.h"

namespace quadcl::compiler {

/// Chooses the dimension along which rows of work-items run: one in which work-items differ, and neighbours
/// access consecutive places or the same one. Rows run along dimension 0 of a kernel, so this pass turns
/// kernels for which another dimension is clearly better: it exchanges the two dimensions in all calls of
/// work-item functions.
class RowDimension : public llvm::PassInfoMixin<RowDimension> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& kernel, llvm::FunctionAnalysisManager& analyses);
};

/// The dimension d of the NDRange that is dimension 0 of the kernel; 0 if the kernel was not turned.
/// Dimension 0 of the NDRange is then dimension d of the kernel.
unsigned row_dimension_of(const llvm::Function& kernel);

/// Turns a kernel that was not turned before. Dimensions of its work-item functions are constants.
void turn(llvm::Function& kernel, unsigned dimension);

}  // namespace quadcl::compiler
