// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/Passes/PassBuilder.h>

#include <functional>
#include <map>
#include <mutex>

#include "compiler/target/target_model.h"

namespace quadcl::compiler {

/// The environment of passes.
struct PassSettings {
  llvm::TargetMachine* machine = nullptr;
  llvm::PipelineTuningOptions tuning;
  /// Asked before each optional pass; all of them run if it is empty.
  std::function<bool()> runs_optional;
};

/// How many functions, or modules, or loops, each pass of ours has changed, by the name of its class.
struct PassChanges {
  std::mutex mutex;  ///< parts of a program are compiled side by side
  std::map<std::string, unsigned> counts;
};

/// Runs the passes that `make` returns over the module, within the time of the build, with analyses for the
/// processor of `model`. Counts their changes unless `changes` is null. Functions with the attribute
/// `optnone` get only the required ones.
void run_passes(llvm::Module& module, const PassSettings& settings, const TargetModel& model,
                PassChanges* changes, const std::function<llvm::ModulePassManager(llvm::PassBuilder&)>& make);

}  // namespace quadcl::compiler
