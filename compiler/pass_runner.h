// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/Passes/PassBuilder.h>

#include <functional>

#include "compiler/ir/target_model.h"

namespace quadcl::compiler {

/// The environment of passes.
struct PassSettings {
  llvm::TargetMachine* machine = nullptr;
  llvm::PipelineTuningOptions tuning;
  /// Asked before each optional pass; all of them run if it is empty.
  std::function<bool()> runs_optional;
};

/// Runs the passes that `make` returns over the module, within the time of the build, with analyses for the
/// processor of `model`. Functions with the attribute `optnone` get only the required ones.
void run_passes(llvm::Module& module, const PassSettings& settings, const TargetModel& model,
                const std::function<llvm::ModulePassManager(llvm::PassBuilder&)>& make);

}  // namespace quadcl::compiler
