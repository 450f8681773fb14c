// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/compilation.h"
#include "compiler/ir/pass.h"

namespace quadcl::compiler {

/// The attribute of functions for a processor that gathers words of 32 bits well, and little else: Zen 4
/// and 5.
inline constexpr const char* kGathersWords = "quadcl-gathers-words";
/// The metadata of a gather that is to be one instruction.
inline constexpr const char* kChosenGather = "quadcl.gather";

/// Tells LLVM's passes the processor of the functions, and that loops which move elements must not become
/// calls.
class TargetAttributes : public RequiredPass<TargetAttributes> {
 public:
  explicit TargetAttributes(Compilation& compilation) : compilation_(compilation) {}
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);

 private:
  const Compilation& compilation_;
};

}  // namespace quadcl::compiler
