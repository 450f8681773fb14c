// SPDX-License-Identifier: Apache-2.0
#include "compiler/vectorise/cost/choose_lane_count.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Support/FormatVariadic.h>

#include <algorithm>
#include <map>

#include "compiler/vectorise/analysis/access_pattern.h"
#include "compiler/vectorise/analysis/block_frequency.h"
#include "compiler/vectorise/analysis/instruction_traits.h"
#include "compiler/vectorise/analysis/row.h"
#include "compiler/vectorise/cost/cost.h"
#include "compiler/vectorise/cost/latency_interleave.h"
#include "compiler/vectorise/prepare/jam_rows.h"

namespace quadcl::compiler {
namespace {

/// With more instructions for several vectors, building takes too long.
constexpr std::size_t kMostInAllVectors = 8000;
/// LLVM's vectoriser makes wide accesses of places that are no more elements apart.
constexpr std::int64_t kFarElements = 8;

/// The most frequent size of the row's values, in bits.
unsigned main_bits(const Row& row) {
  std::map<unsigned, double> weights;
  for (const llvm::BasicBlock* block : row.flow->order()) {
    for (const llvm::Instruction& instruction : *block) {
      if (!row.shapes->of(instruction).is_varying() || is_free(instruction, row)) continue;
      const unsigned bits = element_bits(instruction);
      if (bits >= 8) weights[bits] += weight_of(*block, row) * element_count(*instruction.getType());
    }
  }
  const auto most = std::max_element(weights.begin(), weights.end(),
                                     [](const auto& a, const auto& b) { return a.second < b.second; });
  return most != weights.end() ? most->first : 0;
}

/// Whether the access is consecutive, or of one place, where an index is away from its limits or within its
/// period.
bool is_limited(const llvm::Instruction& access, const Row& row) {
  const llvm::Value* address = llvm::getLoadStorePointerOperand(&access);
  return address != nullptr &&
         llvm::any_of(row.shapes->of(*address).conditions,
                      [](const Guard& condition) { return condition.kind == GuardKind::kept_index; }) &&
         !lies_apart(access, row);
}

/// Whether LLVM's vectoriser would make vectors of more lanes than many rows have work-items, and leave all
/// of them to a scalar loop. It is better than lanes at small strides.
bool is_too_short_for_llvm(const Row& row, unsigned lanes) {
  return lanes > kUsualLanes && llvm::all_of(row.flow->order(), [&](const llvm::BasicBlock* block) {
           return llvm::all_of(*block, [&](const llvm::Instruction& one) {
             return llvm::getLoadStorePointerOperand(&one) == nullptr || !lies_apart(one, row);
           });
         });
}

/// Whether the places of the work-items are so far apart that LLVM's vectoriser makes no wide accesses of
/// them.
bool is_far(const llvm::Instruction& access, const Row& row) {
  const Shape& address = row.shapes->of(*llvm::getLoadStorePointerOperand(&access));
  return reach_of(access, row) == Reach::scattered ||
         std::abs(address.stride) > kFarElements * static_cast<std::int64_t>(element_bytes(access));
}

/// Whether the places are a distance apart that is only known at run time. LLVM's vectoriser makes vectors
/// for a distance of one element, and scalar code for all others.
bool has_unknown_step(const llvm::Instruction& access, const Row& row, llvm::ScalarEvolution& evolution) {
  const llvm::Value* address = llvm::getLoadStorePointerOperand(&access);
  if (address == nullptr || !lies_apart(access, row)) return false;
  return llvm::SCEVExprContains(evolution.getSCEV(const_cast<llvm::Value*>(address)),
                                [&](const llvm::SCEV* part) {
                                  const auto* line = llvm::dyn_cast<llvm::SCEVAddRecExpr>(part);
                                  return line != nullptr && line->getLoop() == row.loop &&
                                         !llvm::isa<llvm::SCEVConstant>(line->getStepRecurrence(evolution));
                                });
}

/// Whether places between those that lanes access at a small distance are left out, as when a kernel uses
/// three channels of four. LLVM's vectoriser accesses single elements then, which is best only for stores
/// that lanes would do one by one.
bool has_gaps(const Row& row, unsigned lanes, const llvm::TargetTransformInfo& target) {
  struct Kind {
    unsigned opcode;
    const llvm::Value* object;
    std::int64_t distance;
    auto operator<=>(const Kind&) const = default;
  };
  std::map<Kind, std::uint64_t> bytes;  // that the accesses of a kind touch in each lane
  for (const llvm::BasicBlock* block : row.flow->order()) {
    for (const llvm::Instruction& access : *block) {
      const llvm::Value* address = llvm::getLoadStorePointerOperand(&access);
      if (address == nullptr || reach_of(access, row) != Reach::spaced || !near_places(access, row)) continue;
      const auto* store = llvm::dyn_cast<llvm::StoreInst>(&access);
      if (store != nullptr && !stores_between(*store, row, lanes, target)) return false;
      const std::int64_t distance = row.shapes->of(*address).stride;
      bytes[{access.getOpcode(), llvm::getUnderlyingObject(address), distance}] += element_bytes(access);
    }
  }
  return llvm::any_of(bytes, [](const auto& one) {
    const auto& [kind, touched] = one;
    return touched < static_cast<std::uint64_t>(kind.distance);
  });
}

/// Whether LLVM's vectoriser can take the row. It takes innermost loops that have only scalars. It is bad at
/// - blocks that hardly ever run: it runs them always;
/// - variables on the stack: it cannot give each lane its own;
/// - divisions of integers: it makes one for each lane;
/// - stores to scattered places: it computes all places, in vectors of 64 bits, or branches for each lane;
/// - stores under a condition, where the processor has no masked stores: it branches for each lane;
/// - accesses that might overlap: it takes them to depend on each other.
bool is_left_to_llvm(const Row& row, unsigned lanes, const RowAnalyses& analyses) {
  const llvm::TargetTransformInfo& target = analyses.target;
  const auto is_bad_store = [&](const llvm::Instruction& instruction) {
    const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
    if (store == nullptr) return false;
    const bool is_partial = row.flow->node_of(*instruction.getParent()).is_partial();
    if (lies_apart(instruction, row)) return is_partial || is_far(instruction, row);
    llvm::Type* type = store->getValueOperand()->getType();
    return is_partial && llvm::VectorType::isValidElementType(type) &&
           !target.isLegalMaskedStore(llvm::FixedVectorType::get(type, lanes), store->getAlign());
  };
  const auto has_form = [&](const llvm::Instruction& instruction) {
    return !instruction.getType()->isVectorTy() && !takes_turns(instruction) && !is_bad_store(instruction) &&
           !is_limited(instruction, row) && !has_unknown_step(instruction, row, analyses.evolution) &&
           !(!row.shapes->of(instruction).is_uniform() &&
             (divides_as_numbers(instruction, lanes, target) || divides_long(instruction, lanes, target)));
  };
  return row.loop->isInnermost() && row.own->all().empty() && !row.needs_order && row.tables.empty() &&
         !is_too_short_for_llvm(row, lanes) && !has_gaps(row, lanes, target) &&
         llvm::all_of(row.flow->order(), [&](const llvm::BasicBlock* block) {
           return !is_rare(*block) && llvm::all_of(*block, has_form);
         });
}

bool accesses_memory(const llvm::Loop& loop) {
  return llvm::any_of(loop.blocks(), [](const llvm::BasicBlock* block) {
    return llvm::any_of(*block, [](const llvm::Instruction& one) { return one.mayReadOrWriteMemory(); });
  });
}

/// Whether two vectors of each value fit where a short loop is all that takes time in the row. In it, each
/// iteration waits for the previous one: it is a loop of arithmetic that lanes leave at different times, or
/// of loads whose addresses come from earlier loads.
class ShortLoops {
 public:
  ShortLoops(const Row& row, const RowAnalyses& analyses)
      : row_(row), analyses_(analyses), registers_(analyses.model.registers) {}

  bool are_bound_by_latency() { return all_fit(row_.flow->row()) && waits_; }

 private:
  bool all_fit(const FlowRegion& region) {
    return llvm::all_of(region.nodes, [&](const FlowNode& node) { return !node.loop || fits(node); });
  }

  bool fits(const FlowNode& node) {
    const llvm::Loop& loop = *node.loop->loop;
    unsigned carried = 0;
    for (const llvm::PHINode& phi : node.block->phis())
      if (row_.shapes->of(phi).is_varying()) carried += element_count(*phi.getType());
    if (analyses_.model.short_loop_registers * carried > registers_) return false;
    if (!loop.isInnermost())
      return count_instructions(loop) <= analyses_.model.short_nest && all_fit(*node.loop);
    if (count_instructions(loop) > analyses_.model.short_loop) return false;
    const bool chases = compiler::chases(loop, row_, analyses_);
    if (!chases && accesses_memory(loop)) return false;
    waits_ |= node.loop->diverges || chases;
    return true;
  }

  const Row& row_;
  const RowAnalyses& analyses_;
  unsigned registers_;
  bool waits_ = false;
};

/// How many times as fast the row would be.
double gain_of(const Row& row, unsigned lanes, const RowAnalyses& analyses) {
  const Cost cost = cost_in_lanes(row, lanes, analyses);
  return cost.scalar * lanes / std::max(cost.wide, 1.0);
}

/// How many lanes should share the work that is the same for all, from this number on, which has this gain.
unsigned lanes_that_share(const Row& row, unsigned lanes, double gain, const RowAnalyses& analyses) {
  while (2 * lanes <= kMostLanes) {
    const double gain_of_twice = gain_of(row, 2 * lanes, analyses);
    if (gain_of_twice < analyses.model.gain_of_sharing * gain) break;
    lanes *= 2;
    gain = gain_of_twice;
  }
  return lanes;
}

/// The most bytes of a packed source vector that lanes move together.
std::uint64_t most_packed_bytes(const Row& row) {
  std::uint64_t most = 0;
  for (const llvm::BasicBlock* block : row.flow->order())
    for (const llvm::Instruction& access : *block)
      if (llvm::getLoadStorePointerOperand(&access) != nullptr && is_packed(access, row))
        most = std::max(most, element_count(*type_of_access(access)) * element_bytes(access));
  return most;
}

/// So few lanes that an access of packed source vectors moves a short piece of memory, if the work in them
/// takes most of the time. Lanes that read `float16`s here and there, each time 1 KiB, take twice as long as
/// four.
unsigned lanes_of_short_pieces(const Row& row, unsigned lanes, double gain, const RowAnalyses& analyses) {
  const std::uint64_t bytes = most_packed_bytes(row);
  while (lanes > analyses.model.fewest_lanes && lanes * bytes > analyses.model.short_piece &&
         gain_of(row, lanes / 2, analyses) > analyses.model.gain_kept * gain)
    lanes /= 2;
  return lanes;
}

}  // namespace

LaneChoice lanes_of(const Row& row, const RowAnalyses& analyses) {
  const TargetModel& model = analyses.model;
  const unsigned bits = main_bits(row);
  if (bits == 0) return {0, "no work"};
  const unsigned most = std::min(model.register_bits / bits, kMostLanes);
  if (most < model.fewest_lanes) return {0, "too few elements in a register"};
  if (row.calls_functions) {
    const double gain = gain_of(row, kItemsOfRowFunction, analyses);
    const bool pays = gain > model.least_gain;
    return {pays ? kItemsOfRowFunction : 0, pays ? "" : "no gain with calls"};
  }
  unsigned vectors = vectors_for_results(row, analyses);
  while (vectors > 1 && vectors * count_instructions(*row.loop) > kMostInAllVectors) vectors /= 2;
  if (!row.is_left_by_llvm && vectors == 1 && is_left_to_llvm(row, most, analyses))
    return {0, "left to LLVM's vectoriser"};
  unsigned lanes = 0;
  double gain = 0;
  for (unsigned tried = std::min(most, kUsualLanes); tried <= most; tried *= 2) {
    const double gain_of_tried = gain_of(row, tried, analyses);
    if (gain_of_tried <= model.gain_of_more * gain) continue;
    gain = gain_of_tried;
    lanes = tried;
  }
  if (gain <= model.least_gain)
    return {0, llvm::formatv("no gain: {0} lanes would be {1:F1} times as fast", lanes, gain)};
  const bool needs_two =
      ShortLoops(row, analyses).are_bound_by_latency() || (is_jammed(*row.loop) && !row.loop->isInnermost());
  if (const unsigned fewer = lanes_of_short_pieces(row, lanes, gain, analyses); fewer < lanes)
    return {fewer, ""};
  const unsigned sharing = lanes_that_share(row, lanes, gain, analyses);
  return {std::max(sharing, std::max(vectors, needs_two ? 2u : 1u) * lanes), ""};
}

unsigned lanes_of_rest(const Row& row, const RowAnalyses& analyses, std::size_t in_all_rows) {
  if (row.calls_functions) return 0;
  const TargetModel& model = analyses.model;
  const auto pays = [&](unsigned lanes) { return gain_of(row, lanes, analyses) > model.least_gain; };
  if (row.lanes > model.usual_row) return row.lanes / 2;
  if (row.lanes > kUsualLanes) return pays(kUsualLanes) ? kUsualLanes : 0;
  const bool is_long =
      count_instructions(*row.loop) > model.row_with_rest || in_all_rows > model.rows_with_rest;
  const unsigned fewer = row.lanes / 2;
  return fewer >= model.fewest_for_rest && !is_long && pays(fewer) ? fewer : 0;
}

}  // namespace quadcl::compiler
