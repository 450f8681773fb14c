// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/passes/pass.h"

namespace quadcl::compiler {

/// Makes lanes of the work-items of a row: a loop that runs as many of them at once as fit a vector, where
/// LLVM's vectoriser would fail. The other rows stay as they are; a remark says why. A function's attribute
/// `quadcl-lanes` sets the number of lanes in place of estimates.
class WidenRows : public llvm::PassInfoMixin<WidenRows> {
 public:
  /// `always`: also where it does not pay.
  explicit WidenRows(bool always = false) : always_(always) {}
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);

 private:
  bool always_;
};

}  // namespace quadcl::compiler
