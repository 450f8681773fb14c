// SPDX-License-Identifier: Apache-2.0
// The whole pipeline from a program's IR to an object, step by step.
#include "compiler/pipeline.h"

#include <llvm/Transforms/IPO/AlwaysInliner.h>
#include <llvm/Transforms/IPO/GlobalDCE.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/Scalar/DCE.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/InferAddressSpaces.h>
#include <llvm/Transforms/Scalar/LowerConstantIntrinsics.h>
#include <llvm/Transforms/Scalar/LowerExpectIntrinsic.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Scalar/Scalarizer.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>
#include <llvm/Transforms/Utils/FixIrreducible.h>
#include <llvm/Transforms/Utils/LCSSA.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>
#include <llvm/Transforms/Utils/LowerSwitch.h>
#include <llvm/Transforms/Utils/UnifyFunctionExitNodes.h>
#include <llvm/Transforms/Vectorize/LoopVectorize.h>

#include <array>
#include <iterator>

#include "compiler/clean_up/argument_promotion.h"
#include "compiler/clean_up/check_calls.h"
#include "compiler/clean_up/element_alignment.h"
#include "compiler/clean_up/group_scratch.h"
#include "compiler/clean_up/huge_functions.h"
#include "compiler/clean_up/inline_choice.h"
#include "compiler/clean_up/internal_linkage.h"
#include "compiler/clean_up/late_inlining.h"
#include "compiler/clean_up/lifetime_markers.h"
#include "compiler/clean_up/lower_printf.h"
#include "compiler/clean_up/neutral_target.h"
#include "compiler/clean_up/safe_conversion.h"
#include "compiler/clean_up/safe_division.h"
#include "compiler/clean_up/soft_halves.h"
#include "compiler/clean_up/strip_debug_info.h"
#include "compiler/clean_up/tail_recursion.h"
#include "compiler/clean_up/target_questions.h"
#include "compiler/clean_up/variable_alignment.h"
#include "compiler/clean_up/volatiles.h"
#include "compiler/cpu/atomics.h"
#include "compiler/cpu/broadcast_loads.h"
#include "compiler/cpu/codegen/native.h"
#include "compiler/cpu/fused_vectors.h"
#include "compiler/cpu/legalise_masks.h"
#include "compiler/cpu/rsqrt_estimates.h"
#include "compiler/cpu/scalarise_gathers.h"
#include "compiler/cpu/streaming_stores.h"
#include "compiler/cpu/target_attributes.h"
#include "compiler/llvm_guides/llvm19_runtime_check_workaround.h"
#include "compiler/llvm_guides/marks.h"
#include "compiler/printed_analyses.h"
#include "compiler/qpu/prepare/bounded_ids.h"
#include "compiler/qpu/prepare/count_to_zero.h"
#include "compiler/qpu/prepare/expand_accesses.h"
#include "compiler/qpu/prepare/expand_integers.h"
#include "compiler/qpu/prepare/freeze_members.h"
#include "compiler/qpu/prepare/group_ids.h"
#include "compiler/qpu/prepare/if_convert_stores.h"
#include "compiler/qpu/prepare/image_arguments.h"
#include "compiler/qpu/prepare/join_exits.h"
#include "compiler/qpu/prepare/lower_vector_bitcasts.h"
#include "compiler/qpu/prepare/narrow_doubles.h"
#include "compiler/qpu/prepare/split_uniform_edges.h"
#include "compiler/qpu/prepare/step_addresses.h"
#include "compiler/qpu/prepare/unroll_load_loops.h"
#include "compiler/qpu/prepare/whole_products.h"
#include "compiler/qpu/prepare/word_arguments.h"
#include "compiler/qpu/tiles/remove_tiles.h"
#include "compiler/qpu/tiles/turn_groups.h"
#include "compiler/recognise/match/recognise_kernels.h"
#include "compiler/rows/explicit_extensions.h"
#include "compiler/rows/hoist_row_loads.h"
#include "compiler/rows/index_set_splitting.h"
#include "compiler/rows/invariant_divisions.h"
#include "compiler/rows/shrink_live_outs.h"
#include "compiler/rows/undo_pre_of_steps.h"
#include "compiler/rows/unroll_short_loops.h"
#include "compiler/rows/unswitch_rows.h"
#include "compiler/vectorise/emit/widen_rows.h"
#include "compiler/vectorise/prepare/jam_rows.h"
#include "compiler/work_group/barriers/byte_flags.h"
#include "compiler/work_group/barriers/region_barriers.h"
#include "compiler/work_group/functions/forget_convergence.h"
#include "compiler/work_group/functions/format_choice.h"
#include "compiler/work_group/functions/local_variable_uses.h"
#include "compiler/work_group/functions/one_element_vectors.h"
#include "compiler/work_group/functions/revectorise_elementwise.h"
#include "compiler/work_group/functions/row_functions.h"
#include "compiler/work_group/functions/struct_arguments.h"
#include "compiler/work_group/functions/work_group_functions.h"
#include "compiler/work_group/loops/narrow_counters.h"
#include "compiler/work_group/loops/split_uniform_offset.h"
#include "compiler/work_group/loops/strided_loops.h"
#include "compiler/work_group/loops/unroll_array_loops.h"
#include "compiler/work_group/loops/work_item_interchange.h"
#include "compiler/work_group/versions/early_returns.h"
#include "compiler/work_group/versions/format_versions.h"
#include "compiler/work_group/versions/kernel_versions.h"
#include "compiler/work_group/versions/row_dimension.h"

namespace quadcl::compiler {
namespace {

bool optimises(const Compilation& compilation) { return compilation.optimise; }
bool vectorises(const Compilation& compilation) {
  return compilation.vectorise == Vectorise::on || compilation.vectorise == Vectorise::verbose;
}
bool has_lanes(const Compilation& compilation) { return compilation.vectorise != Vectorise::off; }
bool always_vectorises(const Compilation& compilation) { return compilation.vectorise == Vectorise::always; }
bool recognises(const Compilation& compilation) { return compilation.recognise; }
bool fuses_numbers_only(const Compilation& compilation) { return compilation.target.fuses_numbers_only; }
bool estimates_roots(const Compilation& compilation) { return compilation.target.estimates_roots; }
bool drops_lines(const Compilation& compilation) { return !compilation.target.keeps_lines; }
bool narrows_doubles(const Compilation& compilation) { return compilation.target.narrows_doubles; }
bool lacks_half_conversions(const Compilation& compilation) { return !compilation.target.converts_halves; }

constexpr auto kMayChangeFlow = llvm::SROAOptions::ModifyCFG;
constexpr bool kWithoutLifetimes = false, kWithMemory = true;
constexpr unsigned kGenericAddressSpace = 0;

// clang-format off

// ------------------------------------------------------------------------------------------ 1. Clean-up

constexpr Step kCleanUp[] = {
    {"neutral-target", over_module<NeutralTarget>,
     "Attributes of clang's stand-in target would forbid inlining and confuse code generators."},
    {"target-questions", over_module<TargetQuestions>,
     "Builtin functions have forms for different processors."},
    {"group-scratch", over_module<GroupScratch>,
     "Collectives get their variable while they are functions, so that all share one."},
    {"internal-linkage", over_module<InternalLinkage>,
     "Only internal functions and variables may be dropped and changed."},
    {"globaldce", over_module<llvm::GlobalDCEPass>,
     "Programs include whole libraries of functions; unused ones would cost time."},
    {"tail-recursion", over_functions<TailRecursion>,
     "Functions that call themselves cannot be inlined."},
    {"inline-choice", over_module<InlineChoice>,
     "Decides what is inlined, and ends builds that would take too much memory or time."},
    {"always-inline<no-lifetimes>", over_module<llvm::AlwaysInlinerPass, kWithoutLifetimes>,
     "Barriers and ids must be in the kernel itself to be replaced."},
    {"globaldce", over_module<llvm::GlobalDCEPass>,
     "The originals of inlined functions are unused."},
    {"check-calls", over_module<CheckCalls>,
     "Reports the calls that could not be inlined."},
    {"lifetime-markers", over_functions<LifetimeMarkers>,
     "Markers of one work-item would be wrong for variables that live across barriers."},
    {"variable-alignment", over_module<VariableAlignment>,
     "Before LLVM computes with the alignment that a variable is said to have."},
    {"element-alignment", over_functions<ElementAlignment>,
     "Once builtin functions and their accesses are in the kernel."},
    {"safe-division", over_functions<SafeDivision>,
     "Before LLVM simplifies anything, because to LLVM a division by zero cannot happen."},
    {"safe-conversion", over_functions<SafeConversion>,
     "Likewise for conversions of numbers that are too large."},
    {"lower-printf", over_module<LowerPrintf>,
     "Before anything takes printf for the C library's."},
    {"private-volatiles", over_functions<PrivateVolatiles>,
     "Before variables become values, which volatile ones do not."},
    {"sroa", over_functions<llvm::SROAPass, kMayChangeFlow>,
     "Variables become values; all later passes depend on it, in huge functions too."},
    {"argument-promotion", over_module<ArgumentPromotion>,
     "After pointers to variables have become values, and before the rest of these can."},
    {"huge-functions", over_module<HugeFunctions>,
     "Before functions are simplified: that takes too long for huge ones."},
    {"infer-address-spaces", over_functions<llvm::InferAddressSpacesPass, kGenericAddressSpace>,
     "Analyses know more about pointers with a known address space."},
    {"early-cse<memssa>", over_functions<llvm::EarlyCSEPass, kWithMemory>,
     "Calls of work-item functions are repeated everywhere. Calls that are inlined late are merged, too."},
    {"late-inlining", over_module<LateInlining>,
     "These functions have served their purpose..."},
    {"always-inline<no-lifetimes>", over_module<llvm::AlwaysInlinerPass, kWithoutLifetimes>,
     "... and go where they are called."},
    {"simplifycfg", over_functions<llvm::SimplifyCFGPass>,
     "Inlining leaves many blocks."},
    {"instcombine", over_functions<llvm::InstCombinePass>,
     "Recognition and strides want one form of each expression."},
    {"sroa", over_functions<llvm::SROAPass, kMayChangeFlow>,
     "Indices have become constants."},
    {"early-cse<memssa>", over_functions<llvm::EarlyCSEPass, kWithMemory>,
     "Removes repeated loads."},
    {"lower-constant-intrinsics", over_functions<llvm::LowerConstantIntrinsicsPass>,
     "Builtin functions learn which arguments are constants: powers by these are products."},
    {"simplifycfg", over_functions<llvm::SimplifyCFGPass>,
     "Conditions have become constants."},
    {"dce", over_functions<llvm::DCEPass>,
     "Unused values must not take slots."},
    {"globaldce", over_module<llvm::GlobalDCEPass>,
     "Removes functions and variables that only dead code used."},
    {"recognise-kernels", over_module<RecogniseKernels>,
     "Recognition reads kernels as they were written, for one work-item.", recognises},
    {"strip-debug-info", over_module<StripDebugInfo>,
     "Only the reasons of recognition name lines of the source; code is the same with and without them.",
     drops_lines},
    {"soft-halves", over_functions<SoftHalves>,
     "After recognition, which must see the conversions; before loops are chosen by their length.",
     lacks_half_conversions},
};

// ------------------------------------------------------------------------------------------ 2. Work-group form

constexpr Step kWorkGroup[] = {
    {"format-versions", over_module<FormatVersions>,
     "Before everything else: each version goes its own way through all stages."},
    {"explicit-extensions", over_functions<ExplicitExtensions>,
     "Loops of counters are looked at, and the next pass knows no shifts."},
    {"narrow-counters", over_functions<NarrowCounters>,
     "Before loops are looked at: a counter that is cut and extended in each iteration rises by no known step."},
    {"one-element-vectors", over_functions<OneElementVectors>,
     "Before accesses are compared: those of neighbours should have the same type."},
    {"revectorise-elementwise", over_functions<RevectoriseElementwise>,
     "After recognition, and before private arrays become more vectors that are used in part."},
    {"unroll-array-loops", over_functions<UnrollArrayLoops>,
     "Elements of arrays become values before these get slots, and before loops are interchanged."},
    {"local-variable-uses", over_module<LocalVariableUses>,
     "__local variables are replaced function by function; constant expressions would prevent it."},
    {"struct-arguments", over_kernels<StructArguments>,
     "Before kernels are copied, so that all versions pass structs alike."},
    {"wide-versions", over_module<WideVersions>,
     "The next passes slow narrow work-groups down, so these keep the original kernel."},
    {"row-dimension", over_wide_versions<RowDimension>,
     "Before all that prefers consecutive accesses along dimension 0."},
    {"early-returns", over_wide_versions<EarlyReturns>,
     "Not all work-items reach the loops behind an early return."},
    {"strided-loops", over_wide_versions<StridedLoops>,
     "Makes loops of common iterations, which can be interchanged."},
    {"work-item-interchange", over_wide_versions<WorkItemInterchange>,
     "Puts the loop over work-items inside, where LLVM vectorises it."},
    {"keep-versions", over_module<KeepVersions>,
     "A wide version that is no better would only duplicate its kernel."},
    {"linear-versions", over_module<LinearVersions>,
     "Copies of the original kernels: for short rows, no loop is interchanged."},
    {"linear-versions<all>", over_module<LinearVersions, LinearChoice::all>,
     "For tests: also where it does not pay.", always_vectorises},
    {"split-uniform-offset", over_kernels<SplitUniformOffset>,
     "Pointers that only advance need no slots."},
    {"header-barriers", over_kernels<HeaderBarriers>,
     "After all other barriers: loops that contain one are divided at their headers, too."},
    {"isolate-barriers", over_kernels<IsolateBarriers>,
     "Barrier regions consist of whole blocks."},
    {"byte-flags", over_kernels<ByteFlags>,
     "Before values that live across barriers get slots."},
    {"work-group-functions", over_module<WorkGroupFunctions>,
     "Makes three loops over work-items around each region between barriers."},
    {"format-choice", over_module<FormatChoice>,
     "Once all versions have their entries."},
    {"forget-convergence", over_module<ForgetConvergence>,
     "No barriers are left, so calls need not be convergent."},
    {"row-functions", over_module<RowFunctions>,
     "Functions have taken their last form before LLVM optimises them.", has_lanes},
};

// ------------------------------------------------------------------------------------------ 3. The CPU's code

/// Within LLVM's O2, after loops are simplified and before they are unrolled.
constexpr Step kBeforeUnrolling[] = {
    {"hoist-row-loads", over_loops<HoistRowLoads>,
     "Conditions that are uniform over a row are computed before the loop over it..."},
    {"unswitch-rows", over_loops<UnswitchRows>,
     "... so that branches on them can leave it."},
    {"unroll-short-loops", over_loops<UnrollShortLoops>,
     "A region without a loop of its own is vectorised across work-items."},
};

/// Within LLVM's O2, right before the vectoriser.
constexpr Step kBeforeVectoriser[] = {
    {"lifetime-markers", over_functions<LifetimeMarkers>,
     "LLVM has seen that variables start undefined. Now they would only look like accesses."},
    {"loop-simplify", over_functions<llvm::LoopSimplifyPass>,
     "The form that the next passes need."},
    {"index-set-splitting", over_functions<IndexSetSplitting>,
     "Work-items without effect leave the row instead of being masked."},
    {"hoist-row-loads", over_loops<HoistRowLoads>,
     "Again: with unrolled loops more is uniform over the row."},
    {"unswitch-rows", over_loops<UnswitchRows>,
     "Again, for the same reason."},
    {"invariant-divisions", over_functions<InvariantDivisions>,
     "Before lanes are made, by which pass ever; the vectoriser does it wrong."},
    {"undo-pre-of-steps", over_functions<UndoPreOfSteps>,
     "Before shapes are found: counters whose steps have been split would seem to vary."},
    {"explicit-extensions", over_functions<ExplicitExtensions>,
     "Before shapes are found: they know no shifts and masks.", has_lanes},
    {"shrink-live-outs", over_functions<ShrinkLiveOuts>,
     "Before lanes are made, which keep what leaves a loop.", has_lanes},
    {"jam-rows", over_functions<JamRows>,
     "Before lanes are chosen: rows that go together get more of them.", has_lanes},
    {"local-volatiles", over_functions<LocalVolatiles>,
     "Right before lanes, after all that may change the order of accesses.", has_lanes},
    {"widen-rows", over_functions<WidenRows>,
     "Where the vectoriser would fail; after all that makes rows simpler.", vectorises},
    {"widen-rows<all>", over_functions<WidenRows, RowChoice::all>,
     "For tests: also where it does not pay.", always_vectorises},
    {"drop-parallel-if-reordered", over_functions<DropParallelIfReordered>,
     "Right before the vectoriser, which breaks the order of accesses in parallel loops."},
    {"keep-long-loops", over_functions<KeepLongLoops>,
     "The vectoriser does not interleave loops that must not be unrolled."},
    {"llvm19-runtime-check-workaround", over_functions<Llvm19RuntimeCheckWorkaround>,
     "The vectoriser would load wrong elements."},
    {"loop-vectorize", over_functions<llvm::LoopVectorizePass>,
     "LLVM would run its vectoriser next; the row below needs its result."},
    {"widen-rows<left-by-llvm>", over_functions<WidenRows, RowChoice::left_by_llvm>,
     "Rows that it cannot take, for reasons that only it knows.", vectorises},
    {"keep-long-loops", over_functions<KeepLongLoops>,
     "Again, for the loops over their lanes."},
    {"long-functions<mark>", over_functions<LongFunctions, LongFunctionsChoice::mark>,
     "Before LLVM's SLP vectoriser, after all lanes."},
};

// clang-format on

/// The rows of the CPU's code within LLVM's O2.
constexpr VectorForm kNativeVectorForm{kBeforeUnrolling, kBeforeVectoriser};

/// LLVM's O2 with the rows of a generator in it, or its O0.
template <const VectorForm& form>
void add_llvm_pipeline(llvm::ModulePassManager& passes, const Assembly& assembly) {
  llvm::PassBuilder& builder = assembly.builder;
  if (!assembly.compilation.optimise)
    return passes.addPass(builder.buildO0DefaultPipeline(llvm::OptimizationLevel::O0));
  builder.registerLateLoopOptimizationsEPCallback(
      [steps = wanted_steps(form.before_unrolling, assembly.compilation)](
          llvm::LoopPassManager& loops, llvm::OptimizationLevel) { add_steps(steps, loops); });
  builder.registerVectorizerStartEPCallback(
      [steps = wanted_steps(form.before_vectoriser, assembly.compilation)](
          llvm::FunctionPassManager& functions, llvm::OptimizationLevel) { add_steps(steps, functions); });
  passes.addPass(builder.buildPerModuleDefaultPipeline(llvm::OptimizationLevel::O2));
}

// clang-format off

/// LLVM's passes for scalar code, of the QPUs' form.
void add_simplification(llvm::ModulePassManager& passes, const Assembly& assembly) {
  passes.addPass(llvm::createModuleToFunctionPassAdaptor(assembly.builder.buildFunctionSimplificationPipeline(
      llvm::OptimizationLevel::O2, llvm::ThinOrFullLTOPhase::None)));
}

void add_scalarizer(llvm::ModulePassManager& passes, const Assembly&) {
  llvm::ScalarizerPassOptions options;
  options.ScalarizeLoadStore = true;
  passes.addPass(llvm::createModuleToFunctionPassAdaptor(llvm::ScalarizerPass(options)));
}

/// From the work-group form to machine code. The row `llvm` is LLVM's O2, with the two tables above in it.
constexpr Step kNative[] = {
    {"local-atomics<without-lanes>", over_functions<LocalAtomics, LocalAtomicsChoice::without_lanes>,
     "After accesses were declared parallel: it withdraws the declaration."},
    {"generic-atomics", over_functions<GenericAtomics>,
     "For atomics between threads, address spaces mean nothing."},
    {"huge-functions", over_module<HugeFunctions>,
     "Loops over work-items and copies of blocks make kernels longer; huge ones are not optimised."},
    {"target-attributes", over_module<TargetAttributes>,
     "After all functions exist."},
    {"always-inline<no-lifetimes>", over_module<llvm::AlwaysInlinerPass, kWithoutLifetimes>,
     "Regions are inlined before LLVM optimises, so it optimises them only once.", optimises},
    {"llvm", ModuleStep{add_llvm_pipeline<kNativeVectorForm>},
     "LLVM's O2 with the rows above, or its O0."},
    {"long-functions<unmark>", over_functions<LongFunctions, LongFunctionsChoice::unmark>,
     "The mark is for LLVM's passes only."},
    {"llvm19-runtime-check-workaround<show>", over_functions<Llvm19RuntimeCheckWorkaround, Llvm19RuntimeCheckWorkaroundChoice::show>,
     "The code generator need not add zeros."},
    {"row-functions<drop>", over_module<RowFunctions, RowFunctionsChoice::drop>,
     "After lanes were made: only what they call stays.", has_lanes},
    {"local-atomics", over_functions<LocalAtomics>,
     "After lanes were made, which take turns in them."},
    {"streaming-stores", over_functions<StreamingStores>,
     "After LLVM, which knows no such stores: vectors and unrolled loops are final.", optimises},
    {"legalise-masks", over_functions<LegaliseMasks>,
     "After LLVM, which would make them narrow again.", has_lanes},
    {"scalarise-gathers", over_functions<ScalariseGathers>,
     "After LLVM, which handles one gather better than many loads.", has_lanes},
    {"broadcast-loads", over_functions<BroadcastLoads>,
     "After LLVM, which moves loads out of loops however few registers are left.", has_lanes},
    {"fused-vectors", over_functions<FusedVectors>,
     "After LLVM, which makes vectors.", fuses_numbers_only},
    {"rsqrt-estimates", over_functions<RsqrtEstimates>,
     "After LLVM, which makes vectors: there are estimates of vectors only.", estimates_roots},
};

// ------------------------------------------------------------------------------------------ 4. The QPUs' code

/// From a second clean-up, with builtin functions for QPUs, to the generator of QPU code.
constexpr Step kQpu[] = {
    {"format-versions", over_module<FormatVersions>,
     "Before everything else: pixels of known formats become numbers."},
    {"image-arguments", over_kernels<qpu::ImageArguments>,
     "After the row above, which reads the formats of arguments; before memory is looked at."},
    {"freeze-members", over_functions<qpu::FreezeMembers>,
     "After functions for pixels are inlined; before LLVM simplifies."},
    {"remove-tiles", over_kernels<qpu::RemoveTiles>,
     "Before the row below: without barriers, rows of all groups run alike."},
    {"turn-groups", over_functions<qpu::TurnGroups>,
     "After tiles, which transposes have; before ids of groups become numbers of the whole range."},
    {"group-ids", over_functions<qpu::GroupIds>,
     "Before the row below, which tells the sizes of what this one uses."},
    {"bounded-ids", over_functions<qpu::BoundedIds>,
     "Before LLVM simplifies: numbers of 64 bits take two registers, and most are ids."},
    {"word-arguments", over_kernels<qpu::WordArguments>,
     "Before variables become values, and vectors scalars."},
    {"expand-accesses<unaligned>", over_functions<qpu::ExpandAccesses, qpu::AccessChoice::unaligned>,
     "So that members of packed structs become values."},
    {"lower-expect", over_functions<llvm::LowerExpectIntrinsicPass>,
     "Rare branches, as those of large angles, shall stay branches."},
    {"scalarizer", ModuleStep{add_scalarizer},
     "A vector of the source would be a register for each element anyway."},
    {"lower-vector-bitcasts", over_functions<qpu::LowerVectorBitcasts>,
     "Before LLVM simplifies, which finds orders of bytes in shifts."},
    {"narrow-doubles", over_functions<qpu::NarrowDoubles>,
     "Of scalars; before LLVM simplifies what is left.", narrows_doubles},
    {"unroll-array-loops<cached>", over_functions<UnrollArrayLoops, UnrollChoice::cached>,
     "An element that is known when the kernel is built is a register; others are rows of the VPM."},
    {"simplify", ModuleStep{add_simplification},
     "LLVM's scalar passes, which also unroll short loops."},
    {"scalarizer", ModuleStep{add_scalarizer},
     "Again, for what the passes before have put together."},
    {"lower-vector-bitcasts", over_functions<qpu::LowerVectorBitcasts>,
     "Likewise."},
    {"instcombine", over_functions<llvm::InstCombinePass>,
     "Removes what taking vectors apart has left."},
    {"dce", over_functions<llvm::DCEPass>,
     "Likewise."},
    {"expand-integers", over_functions<qpu::ExpandIntegers>,
     "After LLVM, which would put the operations together again."},
    {"expand-accesses", over_functions<qpu::ExpandAccesses>,
     "After LLVM, which would put accesses together again."},
    {"if-convert-stores", over_functions<qpu::IfConvertStores>,
     "After LLVM has simplified; before blocks and loops have their form."},
    {"lower-switch", over_functions<llvm::LowerSwitchPass>,
     "Lanes go one of two ways."},
    {"mergereturn", over_functions<llvm::UnifyFunctionExitNodesPass>,
     "All lanes end together."},
    {"unroll-load-loops", over_functions<qpu::UnrollLoadLoops>,
     "After LLVM, which would simplify the loops again; before loops have their form."},
    {"join-exits", over_functions<qpu::JoinExits>,
     "After LLVM, which would not join the tests; before loops have their form."},
    {"isolate-barriers", over_kernels<IsolateBarriers>,
     "At a barrier, the QPU goes on with the next row of the group."},
    {"fix-irreducible", over_functions<llvm::FixIrreduciblePass>,
     "Loops need one header, where lanes wait for each other."},
    {"loop-simplify", over_functions<llvm::LoopSimplifyPass>,
     "Loops need one block that goes back."},
    {"lcssa", over_functions<llvm::LCSSAPass>,
     "What leaves a loop is kept when lanes leave it: the others go on."},
    {"split-uniform-edges", over_functions<qpu::SplitUniformEdges>,
     "Values of phis are moved on edges."},
    {"lcssa", over_functions<llvm::LCSSAPass>,
     "Again, for the blocks on such edges."},
    {"whole-products", over_functions<qpu::WholeProducts>,
     "After loops have their form, which splits the edges that tell of factors; before addresses are looked at."},
    {"step-addresses", over_functions<qpu::StepAddresses>,
     "After loops have their form; LLVM would compute addresses of 64 bits."},
    {"dce", over_functions<llvm::DCEPass>,
     "Removes indices that only those addresses used."},
    {"count-to-zero", over_functions<qpu::CountToZero>,
     "After the rows above, which leave counters that only count."},
};

constexpr CodeGeneratorRow kCodeGenerators[] = {
    {"native", make_native_generator, kNative, kNativeVectorForm},
};

// ------------------------------------------------------------------------------------------ For kernel-opt alone

constexpr Step kShown[] = {
    {"early-returns<keep>", over_kernels<KernelPass<keep_early_returns>>,
     "The check that keep-versions makes from a kernel."},
    {"show<barrier-regions>", over_kernels<KernelPass<show_barrier_regions>>,
     "Run it after isolate-barriers."},
    {"show<item-slots>", over_kernels<KernelPass<show_item_slots>>,
     "Run it after isolate-barriers; makes the slots."},
    {"show<group-shapes>", over_kernels<KernelPass<show_group_shapes>>,
     "How values differ between the work-items of a group."},
    {"show<lane-shapes>", over_functions<KernelPass<show_lane_shapes>>,
     "How values differ between the lanes of rows."},
    {"show<neighbour-shapes>", over_kernels<KernelPass<show_neighbour_shapes>>,
     "How values differ between neighbours along dimension 0."},
    {"show<target-model>", over_functions<KernelPass<show_target_model>>,
     "The numbers by which forms of kernels are chosen."},
};

// clang-format on

/// The tables besides those of the code generators: before them, and after them.
constexpr Steps kShared[] = {kCleanUp, kWorkGroup};
constexpr Steps kOthers[] = {kQpu, kShown};

/// The tables of a code generator, in the order in which their rows run.
std::array<Steps, 3> tables_of(const CodeGeneratorRow& row) {
  return {row.vector_form.before_unrolling, row.vector_form.before_vectoriser, row.steps};
}

/// Those that all programs go through, and those of all code generators.
std::vector<Steps> tables_of_programs() {
  std::vector<Steps> all(std::begin(kShared), std::end(kShared));
  for (const CodeGeneratorRow& row : kCodeGenerators)
    for (const Steps steps : tables_of(row)) all.push_back(steps);
  return all;
}

const Step* find_among(Steps steps, llvm::StringRef name) {
  const auto found = llvm::find_if(steps, [&](const Step& step) { return name == step.name; });
  return found != steps.end() ? &*found : nullptr;
}

}  // namespace

std::span<const CodeGeneratorRow> code_generators() { return kCodeGenerators; }

bool clean_up(llvm::Module& module, Compilation& compilation) {
  return run_steps(kCleanUp, module, compilation);
}

bool prepare_for_qpus(llvm::Module& module, Compilation& compilation) {
  return run_steps(kQpu, module, compilation);
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

std::vector<std::string> optional_steps() {
  std::vector<std::string> names;
  for (const Steps steps : tables_of_programs())
    for (const Step& step : steps)
      if (is_optional(step) && !llvm::is_contained(names, step.name)) names.emplace_back(step.name);
  return names;
}

const Step* find_step(llvm::StringRef name) {
  std::vector<Steps> all = tables_of_programs();
  all.insert(all.end(), std::begin(kOthers), std::end(kOthers));
  for (const Steps steps : all)
    if (const Step* step = find_among(steps, name)) return step;
  return nullptr;
}

}  // namespace quadcl::compiler
