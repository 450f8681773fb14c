// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/Passes/PassBuilder.h>

#include <functional>

namespace quadcl::compiler {

/// What passes run under.
struct PassSettings {
  llvm::TargetMachine* machine = nullptr;
  llvm::PipelineTuningOptions tuning;
  bool may_skip = false;  ///< once the build is late, passes that LLVM can do without are left out
};

/// Runs the passes that `make` returns over the module, within the time of the build. Functions with the
/// attribute `optnone` get only those that LLVM cannot do without.
void run_passes(llvm::Module& module, const PassSettings& settings,
                const std::function<llvm::ModulePassManager(llvm::PassBuilder&)>& make);

}  // namespace quadcl::compiler
