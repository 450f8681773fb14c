// SPDX-License-Identifier: Apache-2.0
#include "compiler/vectorise/cost/latency_interleave.h"

#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "compiler/ir/vector_registers.h"
#include "compiler/vectorise/analysis/block_frequency.h"
#include "compiler/vectorise/analysis/row.h"

namespace quadcl::compiler {
namespace {

/// Cycles until a result is there, and for which the operation keeps its unit, as a Zen 5 has them for
/// vectors.
struct Cycles {
  double until_result = 1, of_unit = 1;
};

constexpr Cycles kReal{4, 1}, kDivision{13, 5}, kRoot{20, 9}, kFree{0, 0};
/// Operations that start in one cycle.
constexpr double kUnits = 2;
/// A chain of operations that is longer, in cycles, keeps the units waiting. A processor looks about 96
/// operations ahead. With n operations for each vector of a row, it works on 96 / n vectors at once. If each
/// of them has a chain of c cycles, one vector is done every c * n / 96 cycles. The units alone would need
/// n / 2 cycles for it, which is less if c is more than 48.
constexpr double kShortChain = 48;
/// The most vectors side by side in loops, as many as units start operations until the first result is there;
/// elsewhere two are enough. Fewer where blocks that hardly ever run would make the code long.
constexpr unsigned kMostVectors = 8, kMostWithRare = 4;
/// Bytes that a short iteration should read of each row of a matrix which a loop walks down: two lines,
/// because rows are on different pages of memory.
constexpr unsigned kBytesOfWalk = 128;
/// The places of an access to scattered ones.
constexpr double kPlaces = 16;
/// Registers that a loop needs for each value which passes from iteration to iteration.
constexpr unsigned kRegistersForEachCarried = 2;

/// Whether it becomes one operation with the sum that uses it.
bool is_fused(const llvm::Instruction& product) {
  if (product.getOpcode() != llvm::Instruction::FMul || !product.hasOneUse() || !product.hasAllowContract())
    return false;
  const auto* sum = llvm::cast<llvm::Instruction>(*product.user_begin());
  const bool is_sum =
      sum->getOpcode() == llvm::Instruction::FAdd || sum->getOpcode() == llvm::Instruction::FSub;
  return is_sum && sum->hasAllowContract();
}

Cycles cycles_of(const llvm::Instruction& one) {
  if (llvm::isa<llvm::PHINode, llvm::GetElementPtrInst, llvm::FreezeInst>(one) || one.isTerminator() ||
      one.getOpcode() == llvm::Instruction::BitCast || is_fused(one))
    return kFree;
  if (one.getOpcode() == llvm::Instruction::FDiv) return kDivision;
  const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&one);
  if (call != nullptr && call->getIntrinsicID() == llvm::Intrinsic::sqrt) return kRoot;
  if (call != nullptr && call->getIntrinsicID() == llvm::Intrinsic::fabs) return {};
  const bool is_real = one.getType()->isFPOrFPVectorTy() && !llvm::isa<llvm::SelectInst, llvm::LoadInst>(one);
  return is_real || llvm::isa<llvm::FCmpInst, llvm::FPToSIInst, llvm::FPToUIInst>(one) ? kReal : Cycles{};
}

/// What operations need, for one vector of work-items.
struct Chains {
  double longest = 0;  ///< cycles of the longest chain
  double busy = 0;     ///< cycles of the units
  unsigned live = 0;   ///< most registers at one time
  bool walks = false;  ///< reads a part of one row of a matrix after the other
};

double busy_cycles(const llvm::Instruction& one, const Row& row) {
  const bool is_access = llvm::getLoadStorePointerOperand(&one) != nullptr;
  const double parts = is_access && lies_apart(one, row) ? kPlaces : 1;
  return parts * cycles_of(one).of_unit * element_count(*one.getType()) / kUnits;
}

/// The cycle in which the last operand is there; `ready` has those of values on chains. Empty if none is.
using Ready = llvm::DenseMap<const llvm::Value*, double>;
std::optional<double> start_of(const llvm::Instruction& one, const Ready& ready) {
  std::optional<double> start;
  for (const llvm::Value* operand : one.operand_values())
    if (const auto found = ready.find(operand); found != ready.end())
      start = std::max(start.value_or(0), found->second);
  return start;
}

/// The most registers for `values`, which are in the order in which they are computed.
unsigned most_live(const std::vector<const llvm::Instruction*>& values) {
  llvm::DenseMap<const llvm::Value*, std::size_t> last_use;
  for (std::size_t i = 0; i < values.size(); ++i)
    for (const llvm::Value* operand : values[i]->operand_values()) last_use[operand] = i;
  std::vector<unsigned> ending(values.size() + 1);
  unsigned live = 0, most = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    live -= ending[i];
    most = std::max(most, live);
    const auto last = last_use.find(values[i]);
    if (last == last_use.end() || values[i]->getType()->isIntOrIntVectorTy(1)) continue;
    const unsigned registers = element_count(*values[i]->getType());
    live += registers;
    ending[last->second] += registers;
  }
  return most;
}

Chains chains_of(const Row& row) {
  Chains chains;
  Ready ready;
  std::vector<const llvm::Instruction*> varying;
  for (const llvm::BasicBlock* block : row.flow->order()) {
    for (const llvm::Instruction& one : *block) {
      if (!row.shapes->of(one).is_varying()) continue;
      const double end = start_of(one, ready).value_or(0) + cycles_of(one).until_result;
      ready[&one] = end;
      chains.longest = std::max(chains.longest, end);
      chains.busy += busy_cycles(one, row);
      varying.push_back(&one);
    }
  }
  chains.live = most_live(varying);
  return chains;
}

/// Cycles from the value that an iteration gets to the one that it passes on.
double cycles_of_carried(const llvm::PHINode& carried, const llvm::Loop& loop, const Row& row) {
  Ready ready{{&carried, 0.0}};
  for (const llvm::BasicBlock* block : row.flow->order()) {
    if (!loop.contains(block) || is_rare(*block)) continue;
    for (const llvm::Instruction& one : *block) {
      if (llvm::isa<llvm::PHINode>(one) && block == loop.getHeader()) continue;
      if (const auto start = start_of(one, ready)) ready[&one] = *start + cycles_of(one).until_result;
    }
  }
  const llvm::BasicBlock* latch = loop.getLoopLatch();
  return latch != nullptr ? ready.lookup(carried.getIncomingValueForBlock(latch)) : 0;
}

/// The chains from iteration to iteration.
Chains chains_of(const llvm::Loop& loop, const Row& row) {
  Chains chains;
  for (const llvm::PHINode& carried : loop.getHeader()->phis()) {
    if (!row.shapes->of(carried).is_varying()) continue;
    chains.live += kRegistersForEachCarried * element_count(*carried.getType());
    chains.longest = std::max(chains.longest, cycles_of_carried(carried, loop, row));
  }
  for (const llvm::BasicBlock* block : loop.blocks()) {
    if (is_rare(*block)) continue;
    for (const llvm::Instruction& one : *block) {
      if (row.shapes->of(one).is_varying()) chains.busy += busy_cycles(one, row);
      chains.walks |= llvm::isa<llvm::LoadInst>(one) && reach_of(one, row) == Reach::consecutive;
    }
  }
  return chains;
}

/// The number of vectors with which units are busy while results are awaited, and memory is read by lines, as
/// far as there are registers.
unsigned vectors_for(const Chains& chains, unsigned most, const RowAnalyses& analyses) {
  const llvm::TargetTransformInfo& target = analyses.target;
  const unsigned registers = vector_registers(target);
  const auto is_enough = [&](unsigned vectors) {
    const bool has_lines = vectors * vector_register_bits(target) >= 8 * kBytesOfWalk;
    const bool reads_lines = has_lines || !chains.walks || 2 * chains.busy >= chains.longest;
    return reads_lines && vectors * chains.busy >= chains.longest;
  };
  unsigned vectors = most;
  while (vectors > 1 && (vectors * chains.live > registers || is_enough(vectors / 2))) vectors /= 2;
  return vectors;
}

/// The vectors that each innermost loop needs, because its iterations wait for the one before.
unsigned vectors_for_loops(const FlowRegion& region, const Row& row, const RowAnalyses& analyses) {
  unsigned vectors = kMostVectors;
  for (const FlowNode& node : region.nodes) {
    if (!node.loop) continue;
    const llvm::Loop& loop = *node.loop->loop;
    vectors = std::min(vectors, loop.isInnermost() ? vectors_for(chains_of(loop, row), kMostVectors, analyses)
                                                   : vectors_for_loops(*node.loop, row, analyses));
  }
  return vectors;
}

}  // namespace

unsigned vectors_for_results(const Row& row, const RowAnalyses& analyses) {
  if (row.loop->isInnermost()) {
    const Chains chains = chains_of(row);
    return chains.longest > kShortChain ? vectors_for(chains, 2, analyses) : 1;
  }
  const bool has_rare =
      llvm::any_of(row.flow->order(), [](const llvm::BasicBlock* block) { return is_rare(*block); });
  return std::min(vectors_for_loops(row.flow->row(), row, analyses), has_rare ? kMostWithRare : kMostVectors);
}

}  // namespace quadcl::compiler
