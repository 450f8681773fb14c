// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/pass_runner.h"

#include <llvm/Passes/StandardInstrumentations.h>

#include "compiler/guard.h"

namespace quadcl::compiler {
void run_passes(llvm::Module& module, const PassSettings& settings,
                const std::function<llvm::ModulePassManager(llvm::PassBuilder&)>& make) {
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;
  llvm::PassInstrumentationCallbacks callbacks;
  callbacks.registerBeforeNonSkippedPassCallback([](llvm::StringRef, llvm::Any) { check_build_time(); });
  if (settings.may_skip)
    callbacks.registerShouldRunOptionalPassCallback(
        [](llvm::StringRef, llvm::Any) { return !build_is_late(); });
  llvm::OptNoneInstrumentation leave_alone(/*DebugLogging=*/false);
  leave_alone.registerCallbacks(callbacks);
  llvm::PassBuilder builder(settings.machine, settings.tuning, {}, &callbacks);
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);
  make(builder).run(module, modules);
}

}  // namespace quadcl::compiler
