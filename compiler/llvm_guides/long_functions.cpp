// SPDX-License-Identifier: Apache-2.0
#include "compiler/llvm_guides/long_functions.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Transforms/Utils/LoopUtils.h>

#include "compiler/ir/work_item_loops.h"

namespace quadcl::compiler {
namespace {

constexpr unsigned kMostInstructions = 3'000;

/// Whether lanes were made of the work-items of a row; what is left of it is marked.
bool has_lanes(const llvm::LoopInfo& loops) {
  return llvm::any_of(loops.getLoopsInPreorder(), [](const llvm::Loop* loop) {
    return is_over_work_items(*loop) && llvm::getBooleanLoopAttribute(loop, kVectorised);
  });
}

}  // namespace

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
