// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/ir/pass.h"

namespace quadcl::compiler {

/// Takes gathers apart into loads of single lanes where that is faster: on processors that gather little well
/// (Gathers::words), all but those that were chosen (kChosenGather). Code generation takes apart all gathers
/// of a function or none, so this pass leaves functions without chosen gathers to it.
class ScalariseGathers : public llvm::PassInfoMixin<ScalariseGathers> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace quadcl::compiler
