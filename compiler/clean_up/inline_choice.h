// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/ir/pass.h"

namespace llvm {
class Instruction;
}

namespace quadcl::compiler {

/// Marks the functions to be inlined: all but those for `late-inlining`, unless a kernel would become too
/// large to be optimised. Into such a kernel, a function is not inlined if its copies would make the program
/// long and it uses nothing of the work-group except its arguments. Reports an error if a function would
/// still become too large to be compiled.
class InlineChoice : public RequiredPass<InlineChoice> {
 public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
};

/// Whether the instruction calls a function of the program.
bool calls_function(const llvm::Instruction& instruction);

}  // namespace quadcl::compiler
