// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/passes/pass.h"

namespace llvm {
class Instruction;
}

namespace quadcl::compiler {

/// Marks the functions that go into their callers: all, unless a kernel would be too large to be optimised.
/// Then functions of which copies would make the program long, and that touch nothing of the work-group but
/// what they are handed, stay functions. Reports an error if some function would grow beyond what fits into
/// memory and time even so.
class InlineChoice : public RequiredPass<InlineChoice> {
 public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
};

/// Whether the instruction calls a function of the program.
bool calls_function(const llvm::Instruction& instruction);

}  // namespace quadcl::compiler
