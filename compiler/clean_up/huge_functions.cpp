// SPDX-License-Identifier: Apache-2.0
#include "compiler/clean_up/huge_functions.h"

#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <vector>

namespace quadcl::compiler {
namespace {

constexpr std::size_t kHugeBlocks = 4'000;
constexpr unsigned kLongBlock = 2'000;

}  // namespace

bool is_huge(const llvm::Function& function) {
  return function.size() > kHugeBlocks || function.getInstructionCount() > kHugeInstructions;
}

bool has_long_block(const llvm::Function& function) {
  return llvm::any_of(function,
                      [](const llvm::BasicBlock& block) { return block.sizeWithoutDebug() > kLongBlock; });
}

llvm::PreservedAnalyses HugeFunctions::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
  for (llvm::Function& function : module) {
    if (!is_huge(function)) continue;
    compilation_.has_huge_functions = true;
    function.removeFnAttr(llvm::Attribute::AlwaysInline);
    function.addFnAttr(llvm::Attribute::NoInline);
    function.addFnAttr(llvm::Attribute::OptimizeNone);
  }
  return llvm::PreservedAnalyses::all();  // no analysis looks at the marks
}

void split_long_blocks(llvm::Module& module) {
  for (llvm::Function& function : module) {
    std::vector<llvm::Instruction*> places;
    for (llvm::BasicBlock& block : function) {
      unsigned count = 0;
      const auto begin = block.getFirstNonPHIOrDbgOrAlloca();
      for (llvm::Instruction& one : llvm::make_range(begin, block.end()))
        if (++count % (kLongBlock / 2) == 0 && !one.isTerminator()) places.push_back(&one);
    }
    // The last one first: the rest of a block moves when it is split.
    for (llvm::Instruction* place : llvm::reverse(places)) llvm::SplitBlock(place->getParent(), place);
  }
}

}  // namespace quadcl::compiler
