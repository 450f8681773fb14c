// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Instructions.h>

#include "compiler/recognise/values/polynomial.h"

namespace quadcl::compiler::recognise {

/// A loop with one way out: tested before each iteration ("while") or after it ("do").
struct LoopShape {
  const llvm::Loop& loop;
  const llvm::BasicBlock* header;
  const llvm::BasicBlock* latch;
  const llvm::BasicBlock* exiting;
  const llvm::BasicBlock* inside;  ///< where the test goes on
  const llvm::BasicBlock* outside;
  const llvm::BranchInst* test;
  bool tests_first;

  /// Rejects any other loop.
  explicit LoopShape(const llvm::Loop& of)
      : loop(of), header(of.getHeader()), latch(of.getLoopLatch()), exiting(of.getExitingBlock()) {
    if (latch == nullptr || exiting == nullptr) reject("a loop has several exits or latches");
    test = llvm::dyn_cast<llvm::BranchInst>(exiting->getTerminator());
    if (test == nullptr || test->isUnconditional()) reject("its control flow is not structured");
    const bool first_inside = loop.contains(test->getSuccessor(0));
    inside = test->getSuccessor(first_inside ? 0 : 1);
    outside = test->getSuccessor(first_inside ? 1 : 0);
    tests_first = exiting == header && exiting != latch;
    if (!tests_first && exiting != latch) reject("a loop is left in the middle");
  }

  bool goes_on_if_true() const { return test->getSuccessor(0) == inside; }
};

}  // namespace quadcl::compiler::recognise
