// SPDX-License-Identifier: Apache-2.0
#include "compiler/qpu/prepare/peel_group_loops.h"

#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/LoopPeel.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>
#include <llvm/Transforms/Utils/LoopUtils.h>

#include "compiler/qpu/prepare/lane_numbers.h"

namespace quadcl::compiler::qpu {
namespace {

constexpr unsigned kMostIterations = 64;
constexpr std::size_t kMostInstructionsAfterPeeling = 20'000;  ///< of the function

/// What is known of a loop's iterations, one after the other.
class Iterations {
 public:
  Iterations(const llvm::Loop& loop, const llvm::DataLayout& layout, bool knows_ids)
      : loop_(loop), numbers_(layout, knows_ids) {}

  /// How often some lane goes through the loop, the last time maybe only to its exit; 0 if that is not known.
  unsigned count() {
    const llvm::BasicBlock* exiting = loop_.getExitingBlock();
    const auto* branch =
        exiting != nullptr ? llvm::dyn_cast<llvm::BranchInst>(exiting->getTerminator()) : nullptr;
    if (branch == nullptr || branch->isUnconditional() || loop_.getLoopLatch() == nullptr) return 0;
    const bool goes_on_if = loop_.contains(branch->getSuccessor(0));
    start();
    for (unsigned iteration = 1; iteration <= kMostIterations; ++iteration) {
      const LaneConstants condition = numbers_.of(*branch->getCondition());
      bool some_go_on = false;
      for (unsigned lane = 0; lane < kLanes; ++lane) {
        const auto* number = llvm::dyn_cast_or_null<llvm::ConstantInt>(condition[lane]);
        if (number == nullptr && !left_[lane]) return 0;
        left_[lane] = left_[lane] || number->isOne() != goes_on_if;
        some_go_on |= !left_[lane];
      }
      if (!some_go_on) return iteration;
      go_on();
    }
    return 0;
  }

 private:
  void start() {
    for (llvm::PHINode& phi : loop_.getHeader()->phis())
      values_[&phi] = numbers_.of(*phi.getIncomingValueForBlock(loop_.getLoopPreheader()));
    numbers_.assume(values_);
  }

  void go_on() {
    std::unordered_map<llvm::Value*, LaneConstants> next;
    for (llvm::PHINode& phi : loop_.getHeader()->phis())
      next[&phi] = numbers_.of(*phi.getIncomingValueForBlock(loop_.getLoopLatch()));
    values_ = std::move(next);
    numbers_.assume(values_);
  }

  const llvm::Loop& loop_;
  LaneNumbers numbers_;
  std::unordered_map<llvm::Value*, LaneConstants> values_;
  std::array<bool, kLanes> left_{};
};

/// Takes one loop apart. False if there is none that can be.
class Peeler {
 public:
  Peeler(llvm::Function& function, bool knows_ids)
      : function_(function),
        knows_ids_(knows_ids),
        dominators_(function),
        loops_(dominators_),
        assumptions_(function),
        library_(known_functions_),
        evolution_(function, library_, assumptions_, dominators_, loops_) {}

  bool has(llvm::function_ref<bool(const llvm::Instruction&)> is_wanted) const {
    return llvm::any_of(loops_.getLoopsInPreorder(),
                        [&](const llvm::Loop* loop) { return contains(*loop, is_wanted); });
  }

  bool peel_one(llvm::function_ref<bool(const llvm::Instruction&)> is_wanted) {
    for (llvm::Loop* loop : loops_.getLoopsInPreorder()) {
      if (!contains(*loop, is_wanted)) continue;
      llvm::simplifyLoop(loop, &dominators_, &loops_, &evolution_, &assumptions_, nullptr, false);
      if (loop->getLoopPreheader() == nullptr || !llvm::canPeel(loop)) continue;
      const unsigned count = Iterations(*loop, function_.getParent()->getDataLayout(), knows_ids_).count();
      if (count == 0 ||
          size_of(*loop) * count + function_.getInstructionCount() > kMostInstructionsAfterPeeling)
        continue;
      llvm::formLCSSARecursively(*loop, dominators_, &loops_, &evolution_);
      llvm::ValueToValueMapTy values;
      return llvm::peelLoop(loop, count, &loops_, &evolution_, dominators_, &assumptions_, true, values);
    }
    return false;
  }

 private:
  static bool contains(const llvm::Loop& loop, llvm::function_ref<bool(const llvm::Instruction&)> is_wanted) {
    return llvm::any_of(loop.blocks(),
                        [&](const llvm::BasicBlock* block) { return llvm::any_of(*block, is_wanted); });
  }

  static std::size_t size_of(const llvm::Loop& loop) {
    std::size_t size = 0;
    for (const llvm::BasicBlock* block : loop.blocks()) size += block->size();
    return size;
  }

  llvm::Function& function_;
  const bool knows_ids_;
  llvm::DominatorTree dominators_;
  llvm::LoopInfo loops_;
  llvm::AssumptionCache assumptions_;
  llvm::TargetLibraryInfoImpl known_functions_;
  llvm::TargetLibraryInfo library_;
  llvm::ScalarEvolution evolution_;
};

}  // namespace

bool peel_group_loops(llvm::Function& function, bool knows_ids,
                      llvm::function_ref<bool(const llvm::Instruction&)> is_wanted) {
  while (Peeler(function, knows_ids).peel_one(is_wanted)) fold_known_lanes(function, knows_ids);
  return !Peeler(function, knows_ids).has(is_wanted);
}

}  // namespace quadcl::compiler::qpu
