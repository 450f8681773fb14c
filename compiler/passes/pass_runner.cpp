// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/pass_runner.h"

#include <llvm/IR/PassTimingInfo.h>
#include <llvm/Passes/StandardInstrumentations.h>

#include "compiler/passes/address_space_aliases.h"
#include "compiler/passes/barrier_regions.h"
#include "compiler/passes/strides.h"
#include "compiler/passes/uniformity.h"
#include "compiler/sandbox.h"

namespace quadcl::compiler {
namespace {

void register_our_analyses(llvm::FunctionAnalysisManager& functions) {
  functions.registerPass([] { return AddressSpaceAliases(); });
  functions.registerPass([] { return BarrierRegionsAnalysis(); });
  functions.registerPass([] { return StridesAnalysis(); });
  functions.registerPass([] { return UniformityAnalysis(); });
}

}  // namespace

void run_passes(llvm::Module& module, const PassSettings& settings,
                const std::function<llvm::ModulePassManager(llvm::PassBuilder&)>& make) {
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;
  llvm::PassInstrumentationCallbacks callbacks;
  callbacks.registerBeforeNonSkippedPassCallback([](llvm::StringRef, llvm::Any) { check_build_time(); });
  if (settings.runs_optional)
    callbacks.registerShouldRunOptionalPassCallback(
        [&settings](llvm::StringRef, llvm::Any) { return settings.runs_optional(); });
  llvm::OptNoneInstrumentation leave_alone(/*DebugLogging=*/false);
  leave_alone.registerCallbacks(callbacks);
  llvm::TimePassesHandler times(llvm::TimePassesIsEnabled);
  times.registerCallbacks(callbacks);
  llvm::PassBuilder builder(settings.machine, settings.tuning, {}, &callbacks);
  functions.registerPass([&] { return all_alias_analyses(builder); });  // before the builder's own
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);
  register_our_analyses(functions);
  make(builder).run(module, modules);
}

}  // namespace quadcl::compiler
