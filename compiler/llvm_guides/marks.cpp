// SPDX-License-Identifier: Apache-2.0
#include "compiler/llvm_guides/marks.h"

#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Transforms/Utils/LoopUtils.h>

#include "compiler/analysis/order_matters.h"
#include "compiler/ir/work_item_loops.h"

namespace quadcl::compiler {
namespace {

void withdraw_declaration(llvm::Loop& loop) {
  loop.setLoopID(llvm::makePostTransformationMetadata(loop.getHeader()->getContext(), loop.getLoopID(),
                                                      {kParallelAccesses}, {}));
}

/// Loops of more are long (KeepLongLoops).
constexpr unsigned kMostIterations = 32;

/// Rows were kept as loops until lanes could be made of them. Whether this one was.
bool allow_unrolling(llvm::Loop& row) {
  if (llvm::findOptionMDForLoop(&row, kNotUnrolled) == nullptr) return false;
  row.setLoopID(llvm::makePostTransformationMetadata(row.getHeader()->getContext(), row.getLoopID(),
                                                     {kNotUnrolled}, {}));
  return true;
}

/// Whether the loop has many iterations, or nobody knows how many. The source may ask to unroll it.
bool is_long(const llvm::Loop& loop, llvm::ScalarEvolution& evolution) {
  const unsigned iterations = evolution.getSmallConstantTripCount(&loop);
  return llvm::hasUnrollTransformation(&loop) == llvm::TM_Unspecified &&
         (iterations == 0 || iterations > kMostIterations);
}

/// Functions with more are long (LongFunctions).
constexpr unsigned kMostInstructions = 3'000;

/// Whether lanes were made of the work-items of a row; what is left of it is marked.
bool has_lanes(const llvm::LoopInfo& loops) {
  return llvm::any_of(loops.getLoopsInPreorder(), [](const llvm::Loop* loop) {
    return is_over_work_items(*loop) && llvm::getBooleanLoopAttribute(loop, kVectorised);
  });
}

}  // namespace

llvm::PreservedAnalyses DropParallelIfReordered::run(llvm::Function& function,
                                                     llvm::FunctionAnalysisManager& analyses) {
  auto& loops = analyses.getResult<llvm::LoopAnalysis>(function);
  bool changed = false;
  for (llvm::Loop* loop : loops.getLoopsInPreorder()) {
    if (!loop->isInnermost() || !loop->isAnnotatedParallel()) continue;
    auto& evolution = analyses.getResult<llvm::ScalarEvolutionAnalysis>(function);
    auto& aliases = analyses.getResult<llvm::AAManager>(function);
    if (!order_matters(*loop, loops, evolution, aliases)) continue;
    withdraw_declaration(*loop);
    changed = true;
  }
  return unless_marks_changed(changed);
}

llvm::PreservedAnalyses KeepLongLoops::run(llvm::Function& function,
                                           llvm::FunctionAnalysisManager& analyses) {
  auto& evolution = analyses.getResult<llvm::ScalarEvolutionAnalysis>(function);
  bool changed = false;
  for (llvm::Loop* loop : analyses.getResult<llvm::LoopAnalysis>(function).getLoopsInPreorder()) {
    if (is_over_work_items(*loop)) changed |= allow_unrolling(*loop);
    if (!is_long(*loop, evolution)) continue;
    llvm::addStringMetadataToLoop(loop, kNotUnrolled, 1);
    changed = true;
  }
  return unless_marks_changed(changed);
}

llvm::PreservedAnalyses LongFunctions::run(llvm::Function& function,
                                           llvm::FunctionAnalysisManager& analyses) {
  if (choice_ == LongFunctionsChoice::unmark) {
    function.removeFnAttr(llvm::Attribute::NoImplicitFloat);
  } else if (function.getInstructionCount() > kMostInstructions &&
             has_lanes(analyses.getResult<llvm::LoopAnalysis>(function))) {
    function.addFnAttr(llvm::Attribute::NoImplicitFloat);
  }
  return llvm::PreservedAnalyses::all();
}

}  // namespace quadcl::compiler
