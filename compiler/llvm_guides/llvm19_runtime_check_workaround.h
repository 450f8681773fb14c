// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/ir/pass.h"

namespace quadcl::compiler {

enum class Llvm19RuntimeCheckWorkaroundChoice { hide, show };

/// Hides from LLVM that narrow counters start at 0, or shows it again. Before it takes an index such as `(i *
/// 7) & 63` for one that rises by 7, LLVM 19 checks at run time that it does not wrap around, but the check
/// of a counter that rises from 0 by more than 1 finds none ("checking <u 0 is always false"), so wrong
/// elements are loaded.
class Llvm19RuntimeCheckWorkaround : public RequiredPass<Llvm19RuntimeCheckWorkaround> {
 public:
  explicit Llvm19RuntimeCheckWorkaround(
      Llvm19RuntimeCheckWorkaroundChoice choice = Llvm19RuntimeCheckWorkaroundChoice::hide)
      : choice_(choice) {}
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);

 private:
  Llvm19RuntimeCheckWorkaroundChoice choice_;
};

}  // namespace quadcl::compiler
