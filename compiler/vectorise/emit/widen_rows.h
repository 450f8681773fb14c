// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/ir/pass.h"

namespace quadcl::compiler {

/// The rows that get lanes.
enum class RowChoice {
  unfit_for_llvm,  ///< where that pays, and LLVM's vectoriser would fail
  left_by_llvm,    ///< where that pays, after LLVM's vectoriser
  all,             ///< also where it does not pay
};

/// Makes lanes of the work-items of a row: a loop that runs as many of them at once as fit a vector. The
/// other rows stay as they are; a remark says why. A function's attribute `quadcl-lanes` sets the number of
/// lanes in place of estimates.
class WidenRows : public llvm::PassInfoMixin<WidenRows> {
 public:
  explicit WidenRows(RowChoice choice = RowChoice::unfit_for_llvm) : choice_(choice) {}
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);

 private:
  RowChoice choice_;
};

}  // namespace quadcl::compiler
