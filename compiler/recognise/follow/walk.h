// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/Analysis/PostDominators.h>
#include <llvm/IR/Dominators.h>

#include "compiler/recognise/follow/induction.h"

namespace quadcl::compiler::recognise {

/// Where following a work-item stopped: in front of a block, with the values of the block's phis.
struct Arrival {
  const llvm::BasicBlock* block = nullptr;  ///< null: the kernel ended
  PhiValues phis;
};

/// The control flow of a kernel: a branch is followed both ways up to where they meet, a loop by run_loop.
class Walk {
 public:
  Walk(llvm::Function& kernel, Machine& machine);

  /// From the kernel's start to its end.
  void run();
  /// Follows an edge: all phis of its end take their values at once.
  Arrival edge(const llvm::BasicBlock* from, const llvm::BasicBlock* to);
  /// Follows the kernel from an arrival out of `from` up to `end` or the end of the kernel.
  Arrival go_on(const llvm::BasicBlock* from, Arrival arrival, const llvm::BasicBlock* end);
  /// Follows one iteration of a loop with these phis; returns those of the next one.
  PhiValues run_iteration(const LoopShape& shape, const PhiValues& phis);
  /// Leaves a loop, with the values after its last iteration.
  Arrival leave_loop(const LoopShape& shape);

 private:
  using Continuation = std::function<Arrival()>;

  Arrival run_from(const llvm::BasicBlock* block, const llvm::BasicBlock* end);
  Arrival past_loops(const llvm::BasicBlock* from, Arrival arrival, const llvm::BasicBlock* end);
  Arrival leave(const llvm::BasicBlock* block);
  Arrival run_switch(const llvm::BasicBlock* block, const llvm::Instruction& terminator);
  Arrival run_cases(const llvm::BasicBlock* block, const llvm::SwitchInst& choice, const Polynomial& number,
                    unsigned first);
  bool is_implied(Condition condition) const;
  Arrival fork(const llvm::BasicBlock* block, Condition condition, const Continuation& if_true,
               const Continuation& if_false);
  const llvm::BasicBlock* meeting_of(const llvm::BasicBlock* block) const;

  const llvm::Function& kernel_;
  Machine& machine_;
  llvm::DominatorTree dominators_;
  llvm::PostDominatorTree post_dominators_;
  llvm::LoopInfo loops_;
};

/// Runs a loop. If it has a small constant number of iterations, each is followed; else LoopSummary follows
/// only one.
Arrival run_loop(const llvm::Loop& loop, const PhiValues& entry, Machine& machine, Walk& walk);

}  // namespace quadcl::compiler::recognise
