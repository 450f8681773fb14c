// SPDX-License-Identifier: Apache-2.0
#include "compiler/vectorise/cost/latency_interleave.h"

#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "compiler/vectorise/analysis/access_pattern.h"
#include "compiler/vectorise/analysis/block_frequency.h"
#include "compiler/vectorise/analysis/instruction_traits.h"
#include "compiler/vectorise/analysis/row.h"

namespace quadcl::compiler {
namespace {

/// Cycles until a result is there, and for which the operation keeps its unit.
struct Cycles {
  double until_result = 1, of_unit = 1;
};

constexpr Cycles kFree{0, 0};

/// Whether it becomes one operation with the sum that uses it.
bool is_fused(const llvm::Instruction& product) {
  if (product.getOpcode() != llvm::Instruction::FMul || !product.hasOneUse() || !product.hasAllowContract())
    return false;
  const auto* sum = llvm::cast<llvm::Instruction>(*product.user_begin());
  const bool is_sum =
      sum->getOpcode() == llvm::Instruction::FAdd || sum->getOpcode() == llvm::Instruction::FSub;
  return is_sum && sum->hasAllowContract();
}

Cycles cycles_of(const llvm::Instruction& one, const TargetModel& model) {
  if (llvm::isa<llvm::PHINode, llvm::GetElementPtrInst, llvm::FreezeInst>(one) || one.isTerminator() ||
      one.getOpcode() == llvm::Instruction::BitCast || is_fused(one))
    return kFree;
  if (one.getOpcode() == llvm::Instruction::FDiv)
    return {model.real_division_latency, model.real_division_busy};
  const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&one);
  if (call != nullptr && call->getIntrinsicID() == llvm::Intrinsic::sqrt)
    return {model.root_latency, model.root_busy};
  if (call != nullptr && call->getIntrinsicID() == llvm::Intrinsic::fabs) return {};
  const bool is_real = one.getType()->isFPOrFPVectorTy() && !llvm::isa<llvm::SelectInst, llvm::LoadInst>(one);
  return is_real || llvm::isa<llvm::FCmpInst, llvm::FPToSIInst, llvm::FPToUIInst>(one)
             ? Cycles{model.real_latency, model.real_busy}
             : Cycles{};
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
  const double parts = is_access && lies_apart(one, row) ? row.model->scattered_parts : 1;
  return parts * cycles_of(one, *row.model).of_unit * element_count(*one.getType()) / row.model->units;
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
      const double end = start_of(one, ready).value_or(0) + cycles_of(one, *row.model).until_result;
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
      if (const auto start = start_of(one, ready))
        ready[&one] = *start + cycles_of(one, *row.model).until_result;
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
    chains.live += row.model->element_registers * element_count(*carried.getType());
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
  const TargetModel& model = analyses.model;
  const auto is_enough = [&](unsigned vectors) {
    const bool has_lines = vectors * model.register_bits >= 8 * model.walked_bytes;
    const bool reads_lines = has_lines || !chains.walks || 2 * chains.busy >= chains.longest;
    return reads_lines && vectors * chains.busy >= chains.longest;
  };
  unsigned vectors = most;
  while (vectors > 1 && (vectors * chains.live > model.registers || is_enough(vectors / 2))) vectors /= 2;
  return vectors;
}

/// The vectors that each innermost loop needs, because its iterations wait for the one before.
unsigned vectors_for_loops(const FlowRegion& region, const Row& row, const RowAnalyses& analyses) {
  unsigned vectors = analyses.model.most_vectors;
  for (const FlowNode& node : region.nodes) {
    if (!node.loop) continue;
    const llvm::Loop& loop = *node.loop->loop;
    vectors = std::min(vectors, loop.isInnermost()
                                    ? vectors_for(chains_of(loop, row), analyses.model.most_vectors, analyses)
                                    : vectors_for_loops(*node.loop, row, analyses));
  }
  return vectors;
}

}  // namespace

unsigned vectors_for_results(const Row& row, const RowAnalyses& analyses) {
  if (row.loop->isInnermost()) {
    const Chains chains = chains_of(row);
    return chains.longest > analyses.model.hidden_chain ? vectors_for(chains, 2, analyses) : 1;
  }
  const bool has_rare =
      llvm::any_of(row.flow->order(), [](const llvm::BasicBlock* block) { return is_rare(*block); });
  const unsigned vectors = vectors_for_loops(row.flow->row(), row, analyses);
  return has_rare ? std::min(vectors, analyses.model.most_vectors_with_rare) : vectors;
}

}  // namespace quadcl::compiler
