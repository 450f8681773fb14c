// SPDX-License-Identifier: Apache-2.0
#include "compiler/qpu/analysis/turns.h"

#include <llvm/Analysis/BlockFrequencyInfo.h>
#include <llvm/Analysis/BranchProbabilityInfo.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include "compiler/ir/address_spaces.h"
#include "compiler/qpu/analysis/chip.h"
#include "compiler/qpu/analysis/lane_strides.h"
#include "compiler/qpu/analysis/pointer_sources.h"
#include "compiler/qpu/analysis/store_groups.h"

namespace quadcl::compiler::qpu {
namespace {

/// Clocks of one turn: of a store, of a DMA load, and of an atomic operation, which is both. By our time
/// model, from kernels that do little else.
constexpr double kStoreClocks = 66, kLoadClocks = 120, kAtomicClocks = 210;
/// The words that neighbours store side by side for which no turns are taken.
constexpr std::size_t kWordsTogether = 4;
constexpr std::int32_t kMostGap = 0xffff;

class Estimate {
 public:
  Estimate(llvm::Function& kernel, const MemoryOrder& order)
      : order_(order),
        dominators_(kernel),
        loops_(dominators_),
        probabilities_(kernel, loops_),
        frequencies_(kernel, probabilities_, loops_),
        divergence_(find_row_divergence(kernel)),
        strides_(kernel, divergence_),
        groups_(kernel, order, kWordsTogether) {
    for (const llvm::Instruction& instruction : llvm::instructions(kernel)) add(instruction);
  }

  QpuTurns turns() const { return turns_; }

 private:
  void add(const llvm::Instruction& instruction) {
    const double times =
        static_cast<double>(frequencies_.getBlockFreq(instruction.getParent()).getFrequency()) /
        static_cast<double>(frequencies_.getEntryFreq().getFrequency());
    const double clocks = times * clocks_of(instruction);
    turns_.operations += static_cast<float>(times);
    turns_.clocks += static_cast<float>(clocks);
    if (clocks <= most_) return;
    most_ = clocks;
    turns_.line = instruction.getDebugLoc() ? instruction.getDebugLoc().getLine() : 0;
  }

  /// Of a work-item's turn; 0 if its row needs none.
  double clocks_of(const llvm::Instruction& instruction) {
    const llvm::Value* pointer = accessed_pointer(instruction);
    if (pointer == nullptr) return 0;
    const auto stride = strides_.of(*pointer);
    if (is_local_pointer(*pointer)) return order_.in_memory ? clocks_in_memory(instruction, *pointer) : 0;
    if (pointer->getType()->getPointerAddressSpace() != kGlobalAddressSpace) return 0;
    if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
      return takes_turns(*store, stride) ? kStoreClocks : 0;
    if (llvm::isa<llvm::LoadInst>(instruction))
      return order_.fresh.contains(&instruction) && stride != 0 && stride != 4 ? kLoadClocks : 0;
    return stride == 0 && instruction.use_empty() ? kAtomicClocks / kLanes : kAtomicClocks;
  }

  /// Of local memory in SDRAM, where each row takes a turn, or each work-item does.
  double clocks_in_memory(const llvm::Instruction& instruction, const llvm::Value& pointer) const {
    if (instruction.isAtomic()) return kAtomicClocks;
    const double clocks = llvm::isa<llvm::LoadInst>(instruction) ? kLoadClocks : kStoreClocks;
    return strides_.of(pointer) || strides_.is_even(pointer) ? clocks / kLanes : clocks;
  }

  bool takes_turns(const llvm::StoreInst& store, std::optional<std::int32_t> stride) const {
    if (groups_.at(store).empty()) return false;  // stored with another one
    if (!stride) return !strides_.is_even(*store.getPointerOperand());
    return *stride < 0 || *stride > kMostGap;
  }

  const MemoryOrder& order_;
  llvm::DominatorTree dominators_;
  llvm::LoopInfo loops_;
  llvm::BranchProbabilityInfo probabilities_;
  llvm::BlockFrequencyInfo frequencies_;
  RowDivergence divergence_;
  LaneStrides strides_;
  StoreGroups groups_;
  QpuTurns turns_;
  double most_ = 0;
};

}  // namespace

QpuTurns estimate_turns(llvm::Function& kernel, const MemoryOrder& order) {
  return Estimate(kernel, order).turns();
}

}  // namespace quadcl::compiler::qpu
