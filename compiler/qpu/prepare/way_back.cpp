// SPDX-License-Identifier: Apache-2.0
#include "compiler/qpu/prepare/way_back.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Instructions.h>

namespace quadcl::compiler::qpu {
namespace {

bool only_computes(const llvm::BasicBlock& block) {
  return llvm::all_of(block, [](const llvm::Instruction& instruction) {
    return !llvm::isa<llvm::PHINode>(instruction) &&
           (instruction.isTerminator() ||
            (!instruction.mayReadFromMemory() && llvm::isSafeToSpeculativelyExecute(&instruction)));
  });
}

}  // namespace

llvm::BasicBlock* join_way_back(llvm::Loop& loop) {
  llvm::BasicBlock *latch = loop.getLoopLatch(), *end = loop.getExitingBlock(), *header = loop.getHeader();
  if (latch == nullptr || end == nullptr || latch == end) return latch == end ? end : nullptr;
  if (latch->getSinglePredecessor() != end || latch->getSingleSuccessor() != header || !only_computes(*latch))
    return nullptr;
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(*latch))
    if (!instruction.isTerminator()) {
      instruction.dropPoisonGeneratingAnnotations();  // the last iteration computes it, too
      instruction.moveBefore(end->getTerminator());
    }
  end->getTerminator()->replaceSuccessorWith(latch, header);
  header->replacePhiUsesWith(latch, end);
  latch->getTerminator()->eraseFromParent();
  new llvm::UnreachableInst(latch->getContext(), latch);
  return end;
}

}  // namespace quadcl::compiler::qpu
