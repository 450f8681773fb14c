// SPDX-License-Identifier: Apache-2.0
#include "compiler/pass_runner.h"

#include <llvm/IR/PassTimingInfo.h>
#include <llvm/Passes/StandardInstrumentations.h>

#include <algorithm>

#include "compiler/analysis/address_space_aliases.h"
#include "compiler/analysis/barrier_regions.h"
#include "compiler/analysis/kernel_shapes.h"
#include "compiler/build_limits.h"

namespace quadcl::compiler {
namespace {

void register_our_analyses(llvm::FunctionAnalysisManager& functions, const TargetModel& model) {
  functions.registerPass([] { return AddressSpaceAliases(); });
  functions.registerPass([] { return BarrierRegionsAnalysis(); });
  functions.registerPass([] { return KernelShapesAnalysis(); });
  functions.registerPass([&] { return TargetModelAnalysis(model); });
}

/// LLVM's passes whose time grows with more than the square of a function's length, and the most instructions
/// for which they take less than a second.
struct PassLimit {
  llvm::StringLiteral pass;
  unsigned most_instructions;
};

constexpr PassLimit kPassLimits[] = {
    {"LoopLoadEliminationPass", 5'000},
};

bool is_short_enough(llvm::StringRef pass, const llvm::Any& unit) {
  const auto* function = llvm::any_cast<const llvm::Function*>(&unit);
  const auto* limit = std::ranges::find(kPassLimits, pass, &PassLimit::pass);
  return function == nullptr || limit == std::end(kPassLimits) ||
         (*function)->getInstructionCount() <= limit->most_instructions;
}

void count_change(PassChanges& changes, llvm::StringRef pass, const llvm::PreservedAnalyses& preserved) {
  if (preserved.areAllPreserved() || !pass.consume_front("quadcl::compiler::")) return;
  const std::lock_guard lock(changes.mutex);
  ++changes.counts[pass.str()];
}

}  // namespace

void run_passes(llvm::Module& module, const PassSettings& settings, const TargetModel& model,
                PassChanges* changes,
                const std::function<llvm::ModulePassManager(llvm::PassBuilder&)>& make) {
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;
  llvm::PassInstrumentationCallbacks callbacks;
  callbacks.registerBeforeNonSkippedPassCallback([](llvm::StringRef, llvm::Any) { check_build_time(); });
  callbacks.registerShouldRunOptionalPassCallback(is_short_enough);
  if (settings.runs_optional)
    callbacks.registerShouldRunOptionalPassCallback(
        [&settings](llvm::StringRef, llvm::Any) { return settings.runs_optional(); });
  if (changes != nullptr) {
    callbacks.registerAfterPassCallback(
        [changes](llvm::StringRef pass, llvm::Any, const llvm::PreservedAnalyses& preserved) {
          count_change(*changes, pass, preserved);
        });
    // After a pass that ends a loop, or has its loop visited again.
    callbacks.registerAfterPassInvalidatedCallback(
        [changes](llvm::StringRef pass, const llvm::PreservedAnalyses& preserved) {
          count_change(*changes, pass, preserved);
        });
  }
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
  register_our_analyses(functions, model);
  make(builder).run(module, modules);
}

}  // namespace quadcl::compiler
