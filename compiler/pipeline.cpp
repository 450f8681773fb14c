// SPDX-License-Identifier: Apache-2.0
// The whole way of a program from its IR to an object, step by step.
#include "compiler/pipeline.h"

#include <llvm/Transforms/IPO/AlwaysInliner.h>
#include <llvm/Transforms/IPO/GlobalDCE.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/Scalar/DCE.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/InferAddressSpaces.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>

#include "compiler/codegen/native.h"
#include "compiler/passes/check_calls.h"
#include "compiler/passes/early_returns.h"
#include "compiler/passes/forget_convergence.h"
#include "compiler/passes/generic_atomics.h"
#include "compiler/passes/group_functions.h"
#include "compiler/passes/group_scratch.h"
#include "compiler/passes/header_barriers.h"
#include "compiler/passes/hoist_row_loads.h"
#include "compiler/passes/host_attributes.h"
#include "compiler/passes/huge_functions.h"
#include "compiler/passes/index_set_splitting.h"
#include "compiler/passes/inline_choice.h"
#include "compiler/passes/internal_linkage.h"
#include "compiler/passes/isolate_barriers.h"
#include "compiler/passes/iteration_order.h"
#include "compiler/passes/keep_long_loops.h"
#include "compiler/passes/keep_versions.h"
#include "compiler/passes/lifetime_markers.h"
#include "compiler/passes/local_atomics.h"
#include "compiler/passes/local_variable_uses.h"
#include "compiler/passes/lower_printf.h"
#include "compiler/passes/neutral_target.h"
#include "compiler/passes/recognise_kernels.h"
#include "compiler/passes/safe_conversion.h"
#include "compiler/passes/safe_division.h"
#include "compiler/passes/shown.h"
#include "compiler/passes/soft_halves.h"
#include "compiler/passes/strided_loops.h"
#include "compiler/passes/strip_debug_info.h"
#include "compiler/passes/struct_arguments.h"
#include "compiler/passes/unroll_short_loops.h"
#include "compiler/passes/unswitch_rows.h"
#include "compiler/passes/wide_versions.h"
#include "compiler/passes/work_item_interchange.h"

namespace quadcl::compiler {
namespace {

bool optimises(const Compilation& compilation) { return compilation.optimise; }
bool recognises(const Compilation& compilation) { return compilation.recognise; }
bool lacks_half_conversions(const Compilation& compilation) { return !compilation.converts_halves; }

constexpr auto kMayChangeFlow = llvm::SROAOptions::ModifyCFG;
constexpr bool kWithoutLifetimes = false, kWithMemory = true;
constexpr unsigned kGenericAddressSpace = 0;

// clang-format off

// ------------------------------------------------------------------------------------------ 1. Clean-up

constexpr Step kCleanUp[] = {
    {"neutral-target", over_module<NeutralTarget>,
     "What clang says for its stand-in target would forbid inlining and confuse code generators."},
    {"group-scratch", over_module<GroupScratch>,
     "Collectives get their variable while they are functions, so that all share one."},
    {"internal-linkage", over_module<InternalLinkage>,
     "Only what is the module's own may be dropped and changed."},
    {"globaldce", over_module<llvm::GlobalDCEPass>,
     "Programs include whole libraries of functions: what no kernel calls need not be looked at."},
    {"inline-choice", over_module<InlineChoice>,
     "Decides what is inlined, and ends builds that would take more memory and time than there is."},
    {"always-inline<no-lifetimes>", over_module<llvm::AlwaysInlinerPass, kWithoutLifetimes>,
     "Barriers and ids must be in the kernel itself to be replaced."},
    {"globaldce", over_module<llvm::GlobalDCEPass>,
     "Of inlined functions the originals are of no use."},
    {"check-calls", over_module<CheckCalls>,
     "Calls that are left were not inlined for a reason, which can be named only now."},
    {"lifetime-markers", over_functions<LifetimeMarkers>,
     "Markers of one work-item would be wrong for variables that live across barriers."},
    {"safe-division", over_functions<SafeDivision>,
     "Before LLVM simplifies anything, because to LLVM a division by zero cannot happen."},
    {"safe-conversion", over_functions<SafeConversion>,
     "Likewise for conversions of numbers that are too large."},
    {"lower-printf", over_module<LowerPrintf>,
     "Before anything takes printf for the C library's."},
    {"sroa", over_functions<llvm::SROAPass, kMayChangeFlow>,
     "Variables become values, which all that follows counts on, in huge functions too."},
    {"huge-functions", over_module<HugeFunctions>,
     "From here on functions are simplified, for which they must not be too large."},
    {"infer-address-spaces", over_functions<llvm::InferAddressSpacesPass, kGenericAddressSpace>,
     "Analyses know more of pointers whose address space shows."},
    {"early-cse", over_functions<llvm::EarlyCSEPass>,
     "Calls of work-item functions are repeated everywhere."},
    {"simplifycfg", over_functions<llvm::SimplifyCFGPass>,
     "Inlining leaves many blocks."},
    {"instcombine", over_functions<llvm::InstCombinePass>,
     "Recognition and strides want one form of each expression."},
    {"sroa", over_functions<llvm::SROAPass, kMayChangeFlow>,
     "Indices have become constants."},
    {"early-cse<memssa>", over_functions<llvm::EarlyCSEPass, kWithMemory>,
     "Repeated loads are the rest of what the front end repeats."},
    {"simplifycfg", over_functions<llvm::SimplifyCFGPass>,
     "Conditions have become constants."},
    {"dce", over_functions<llvm::DCEPass>,
     "What is not used must not take slots."},
    {"globaldce", over_module<llvm::GlobalDCEPass>,
     "Functions and variables that only dead code used."},
    {"recognise-kernels", over_module<RecogniseKernels>,
     "Recognition reads kernels as they were written, with one work-item in view.", recognises},
    {"strip-debug-info", over_module<StripDebugInfo>,
     "Only the reasons of recognition name lines of the source; code is the same with and without them."},
    {"soft-halves", over_functions<SoftHalves>,
     "After recognition, which is to see the conversions; before loops are judged by their length.",
     lacks_half_conversions},
};

// ------------------------------------------------------------------------------------------ 2. Work-group form

constexpr Step kWorkGroup[] = {
    {"local-variable-uses", over_module<LocalVariableUses>,
     "__local variables are replaced function by function, which constants do not allow."},
    {"struct-arguments", over_kernels<StructArguments>,
     "Before kernels are copied, so that all versions pass structs alike."},
    {"wide-versions", over_module<WideVersions>,
     "Narrow work-groups lose by what follows, so that a kernel is kept as it is for them."},
    {"early-returns", over_wide_versions<EarlyReturns>,
     "Loops behind an early return are not reached by all work-items together."},
    {"strided-loops", over_wide_versions<StridedLoops>,
     "Leaves loops of common iterations, which can be interchanged."},
    {"work-item-interchange", over_wide_versions<WorkItemInterchange>,
     "Puts the loop over work-items inside, where LLVM vectorises it."},
    {"keep-versions", over_module<KeepVersions>,
     "A wide version without interchanged loops would be the same code twice."},
    {"header-barriers", over_kernels<HeaderBarriers>,
     "After all other barriers: loops that contain one are divided at their headers, too."},
    {"isolate-barriers", over_kernels<IsolateBarriers>,
     "Barrier regions consist of whole blocks."},
    {"group-functions", over_module<GroupFunctions>,
     "Makes three loops over work-items around each region between barriers."},
    {"forget-convergence", over_module<ForgetConvergence>,
     "No barriers are left that would forbid anything."},
};

// ------------------------------------------------------------------------------------------ 3. The CPU's code

/// Within LLVM's O2, after loops are simplified and before they are unrolled.
constexpr Step kBeforeUnrolling[] = {
    {"hoist-row-loads", over_loops<HoistRowLoads>,
     "Conditions that a row of work-items shares are computed before the loop over it..."},
    {"unswitch-rows", over_loops<UnswitchRows>,
     "... so that branches on them can leave it."},
    {"unroll-short-loops", over_loops<UnrollShortLoops>,
     "A region without a loop of its own is vectorised across work-items."},
};

/// Within LLVM's O2, right before the vectoriser.
constexpr Step kBeforeVectoriser[] = {
    {"loop-simplify", over_functions<llvm::LoopSimplifyPass>,
     "The form that the next passes ask for; others have been at work since."},
    {"index-set-splitting", over_functions<IndexSetSplitting>,
     "Work-items that do nothing are left out of the row, not masked."},
    {"hoist-row-loads", over_loops<HoistRowLoads>,
     "Again: with unrolled loops more is the same for the row."},
    {"unswitch-rows", over_loops<UnswitchRows>,
     "Again, for the same reason."},
    {"iteration-order", over_functions<IterationOrder>,
     "Right before the vectoriser, which believes too much of a loop declared parallel."},
    {"keep-long-loops", over_functions<KeepLongLoops>,
     "The vectoriser interleaves no loop that must not be unrolled."},
};

// clang-format on

void add_llvm_pipeline(llvm::ModulePassManager& passes, const Assembly& assembly) {
  llvm::PassBuilder& builder = assembly.builder;
  if (!assembly.compilation.optimise)
    return passes.addPass(builder.buildO0DefaultPipeline(llvm::OptimizationLevel::O0));
  builder.registerLateLoopOptimizationsEPCallback(
      [](llvm::LoopPassManager& loops, llvm::OptimizationLevel) { add_steps(kBeforeUnrolling, loops); });
  builder.registerVectorizerStartEPCallback(
      [](llvm::FunctionPassManager& functions, llvm::OptimizationLevel) {
        add_steps(kBeforeVectoriser, functions);
      });
  passes.addPass(builder.buildPerModuleDefaultPipeline(llvm::OptimizationLevel::O2));
}

// clang-format off

constexpr Step kNative[] = {
    {"local-atomics", over_functions<LocalAtomics>,
     "One thread runs a work-group; after accesses were declared parallel, which it withdraws."},
    {"generic-atomics", over_functions<GenericAtomics>,
     "All that is left are atomics of several threads, for which address spaces mean nothing."},
    {"huge-functions", over_module<HugeFunctions>,
     "Three loops and copies of blocks make kernels longer; what is too large now is not optimised."},
    {"host-attributes", over_functions<HostAttributes>,
     "After all functions are there."},
    {"always-inline<no-lifetimes>", over_module<llvm::AlwaysInlinerPass, kWithoutLifetimes>,
     "Regions go into their kernel before LLVM optimises, so that it does so once.", optimises},
    {"llvm", ModuleStep{add_llvm_pipeline},
     "LLVM's O2 with the rows above, or its O0."},
};

constexpr CodeGeneratorRow kCodeGenerators[] = {
    {"native", make_native_generator, kNative},
};

// ------------------------------------------------------------------------------------------ For kernel-opt alone

constexpr Step kShown[] = {
    {"early-returns<keep>", over_kernels<KernelPass<keep_early_returns>>,
     "What keep-versions makes of a kernel for its check."},
    {"show<barrier-regions>", over_kernels<KernelPass<show_barrier_regions>>,
     "To be run after isolate-barriers."},
    {"show<item-slots>", over_kernels<KernelPass<show_item_slots>>,
     "To be run after isolate-barriers; the slots are made."},
    {"show<strides>", over_kernels<KernelPass<show_strides>>,
     "What StridesAnalysis finds."},
    {"show<uniformity>", over_kernels<KernelPass<show_uniformity>>,
     "What UniformityAnalysis finds."},
};

// clang-format on

constexpr Steps kAllSteps[] = {kCleanUp, kWorkGroup, kBeforeUnrolling, kBeforeVectoriser, kNative, kShown};

}  // namespace

std::span<const CodeGeneratorRow> code_generators() { return kCodeGenerators; }

bool clean_up(llvm::Module& module, Compilation& compilation) {
  return run_steps(kCleanUp, module, compilation);
}

void make_work_groups(llvm::Module& module, Compilation& compilation) {
  PassSettings settings;
  settings.runs_optional = [&] { return compilation.optimise; };
  run_steps(kWorkGroup, module, compilation, settings);
}

ObjectCode make_object(llvm::Module& module, const CodeGeneratorRow& row, CodeGenerator& generator,
                       Compilation& compilation, std::string& log) {
  make_work_groups(module, compilation);
  run_steps(row.steps, module, compilation, generator.settings());
  return generator.emit(module, log);
}

const Step* find_step(llvm::StringRef name) {
  for (const Steps steps : kAllSteps)
    for (const Step& step : steps)
      if (name == step.name) return &step;
  return nullptr;
}

}  // namespace quadcl::compiler
