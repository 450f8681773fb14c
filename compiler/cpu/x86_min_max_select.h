// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/ir/pass.h"

namespace quadcl::compiler {

/// Takes `if (c && x < least) least = x` of vectors apart into a minimum and a choice by `c`, and likewise
/// for maxima: x86 processors have an instruction for each, or one for both, while LLVM's form needs a
/// comparison, a conjunction of masks and a choice, one after the other.
class X86MinMaxSelect : public llvm::PassInfoMixin<X86MinMaxSelect> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace quadcl::compiler
