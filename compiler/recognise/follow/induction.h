// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/Analysis/LoopInfo.h>

#include "compiler/recognise/follow/machine.h"

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

/// How the phis of one loop move from iteration to iteration, and its test, as functions of the loop's
/// counter.
class Induction {
 public:
  Induction(const LoopShape& shape, const PhiValues& entry, Symbol counter, Machine& machine)
      : shape_(shape), entry_(entry), counter_(counter), machine_(machine) {}

  /// The values of phis that are indices: phis that move in equal steps, change places, or follow another
  /// one. Other phis are unknown.
  PhiValues formulas();
  /// The loop's test, before iteration `counter` of a "while" loop or after it of a "do" loop. Empty if it
  /// tests anything else than such indices. Leaves values of the iteration behind.
  std::optional<Condition> test();

 private:
  bool make_invariant(const llvm::Value* value, unsigned depth = 0);
  std::optional<Polynomial> invariant(const llvm::Value* value);
  std::optional<Polynomial> step_of(const llvm::Value* value, const llvm::PHINode* phi, unsigned depth = 0);
  std::optional<Polynomial> step_of_address(const llvm::GetElementPtrInst& address, const llvm::PHINode* phi,
                                            unsigned depth);
  std::optional<Polynomial> step_of_sum(const llvm::Instruction& sum, const llvm::PHINode* phi,
                                        unsigned depth);
  Value induction(const llvm::PHINode* phi, const Value& initial);
  Value swapped_or_delayed(const llvm::PHINode* phi, const Value& initial);
  Value delayed(const Value& value, const Value& initial);
  Value swapped(const Value& first, const Value& second);
  Value value_ahead(const llvm::Value* value, unsigned depth = 0);
  const llvm::Value* next_of(const llvm::PHINode* phi) const {
    return phi->getIncomingValueForBlock(shape_.latch);
  }

  std::optional<Condition> test_of_first();
  std::optional<Condition> test_before();
  std::optional<Condition> test_after();
  std::optional<Value> after_iteration(const llvm::Value* operand);

  const LoopShape& shape_;
  const PhiValues& entry_;
  Symbol counter_;
  Machine& machine_;
};

}  // namespace quadcl::compiler::recognise
