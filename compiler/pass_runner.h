// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/Passes/PassBuilder.h>

#include <functional>

namespace quadcl::compiler {

/// The environment of passes.
struct PassSettings {
  llvm::TargetMachine* machine = nullptr;
  llvm::PipelineTuningOptions tuning;
  /// Asked before each optional pass; all of them run if it is empty.
  std::function<bool()> runs_optional;
};

/// Runs the passes that `make` returns over the module, within the time of the build. Functions with the
/// attribute `optnone` get only the required ones.
void run_passes(llvm::Module& module, const PassSettings& settings,
                const std::function<llvm::ModulePassManager(llvm::PassBuilder&)>& make);

}  // namespace quadcl::compiler
