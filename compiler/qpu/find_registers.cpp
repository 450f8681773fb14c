// SPDX-License-Identifier: Apache-2.0
#include "compiler/qpu/find_registers.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Support/MathExtras.h>

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include "compiler/qpu/machine/allocate_registers.h"
#include "compiler/qpu/machine/dependences.h"
#include "compiler/qpu/machine/order_operations.h"
#include "compiler/qpu/machine/pack_instructions.h"
#include "compiler/qpu/machine/repeated_operations.h"
#include "compiler/qpu/machine/spill_values.h"
#include "compiler/qpu/machine/tidy.h"

namespace quadcl::compiler::qpu {
namespace {

/// Limits of live values, from which operations are ordered to save registers, tried one after the other; at
/// last their own order.
constexpr int kOwnOrder = -1;
struct Order {
  int most_live;
  AmongGrowing among = AmongGrowing::by_height;
};
constexpr Order kOrders[] = {{48},
                             {36},
                             {24},
                             {0},
                             {36, AmongGrowing::by_row},
                             {12, AmongGrowing::by_row},
                             {36, AmongGrowing::as_written},
                             {0, AmongGrowing::as_written},
                             {kOwnOrder}};

/// Registers that no order finds where so many are missing in one, and that only orders close to that of the
/// code may find.
constexpr std::uint32_t kHopeless = 256, kManyMissing = 64;

/// For small code that computes so many operations for each request to memory in its innermost loops: the
/// best is taken.
constexpr Order kOrdersToCompare[] = {{60}, {48}, {36}, {24}, {0}, {0, AmongGrowing::as_written}};
constexpr std::size_t kMostToCompare = 900, kOperationsOfRequest = 20;

Code ordered(const Code& selected, const Order& order) {
  Code code = selected;
  if (order.most_live != kOwnOrder) order_operations(code, order.most_live, order.among);
  read_results_directly(code);
  return code;
}

/// Gives values registers. Returns how many are missing.
std::uint32_t find_registers(const Code& selected, const Order& order, Code& code) {
  code = ordered(selected, order);
  return allocate_registers(code);
}

/// The same for one order after the other, of which some make the same code.
class OrderedCodes {
 public:
  explicit OrderedCodes(const Code& selected) : selected_(selected) {}

  /// How many registers are missing. `code` only has registers if there are enough and the order is new.
  std::uint32_t find_registers(const Order& order, Code& code) {
    code = ordered(selected_, order);
    const auto tried =
        llvm::find_if(tried_, [&](const Tried& before) { return before.blocks == code.blocks; });
    is_new_ = tried == tried_.end();
    if (!is_new_) return tried->missing;
    tried_.push_back({code.blocks, 0});
    return tried_.back().missing = allocate_registers(code);
  }
  bool is_new() const { return is_new_; }

 private:
  struct Tried {
    std::vector<Block> blocks;
    std::uint32_t missing;
  };
  const Code& selected_;
  std::vector<Tried> tried_;
  bool is_new_ = true;
};

std::size_t count_operations(const Code& code) {
  std::size_t operations = 0;
  for (const Block& block : code.blocks) operations += block.operations.size();
  return operations;
}

std::vector<const Block*> innermost_loops(const Code& code) {
  constexpr unsigned kOfRows = 1;
  unsigned loops = kOfRows + 1;
  for (const Block& block : code.blocks) loops = std::max(loops, block.loops);
  std::vector<const Block*> result;
  for (const Block& block : code.blocks)
    if (block.loops == loops) result.push_back(&block);
  return result;
}

bool reads_memory(const Operation& operation) {
  return writes_tmu(operation) || operation.a.is_port(isa::read_address::vpm) ||
         operation.b.is_port(isa::read_address::vpm);
}

/// Whether orders can be compared by the length of the code: where it matters, in the longest of the
/// innermost loops, it waits little for memory.
bool has_computing_loops(const Code& code) {
  if (count_operations(code) > kMostToCompare) return false;
  const auto loops = innermost_loops(code);
  const auto longest = llvm::max_element(
      loops, [](const Block* a, const Block* b) { return a->operations.size() < b->operations.size(); });
  if (longest == loops.end()) return false;
  const auto& operations = (*longest)->operations;
  const auto requests = static_cast<std::size_t>(llvm::count_if(operations, reads_memory));
  return requests * kOperationsOfRequest <= operations.size();
}

/// The same in the best order, or, if orders cannot be compared, in the first in which there are enough.
std::uint32_t find_registers(const Code& selected, Code& code) {
  std::size_t least = SIZE_MAX;
  Code tried;
  OrderedCodes orders(selected);
  for (const Order& order :
       has_computing_loops(selected) ? std::span<const Order>(kOrdersToCompare) : std::span<const Order>()) {
    if (orders.find_registers(order, tried) != 0 || !orders.is_new()) continue;
    std::size_t cost = 0;
    for (const Block* block : innermost_loops(tried)) cost += packed_cost(*block);
    if (cost >= least) continue;
    least = cost;
    code = std::move(tried);
  }
  if (least != SIZE_MAX) return 0;
  std::uint32_t missing = 0;
  for (const Order& order : kOrders) {
    const bool keeps_order = order.most_live == kOwnOrder || order.among == AmongGrowing::as_written;
    if (missing > kManyMissing && !keeps_order) continue;
    missing = orders.find_registers(order, code);
    if (missing == 0 || missing > kHopeless) break;
  }
  return missing;
}

}  // namespace

LoopsOfRows loops_of_rows(const Code& code, const Selected& selected) {
  unsigned loops = 0;
  LoopsOfRows result;
  for (std::uint32_t i = selected.full_begin; i < selected.full_end; ++i) {
    const Block& block = code.blocks[i];
    if (block.loops > loops) result = {};
    loops = std::max(loops, block.loops);
    if (block.loops != loops) continue;
    result.cost += packed_cost(block);
    result.requests += static_cast<std::size_t>(llvm::count_if(block.operations, writes_tmu));
  }
  return result;
}

std::uint32_t find_registers_of_kernel(const Code& selected, Code& code) {
  constexpr std::size_t kLeastShare = 64;
  Code shorter = selected;
  drop_repeated_operations(shorter);
  const std::size_t all = count_operations(selected), dropped = all - count_operations(shorter);
  if (dropped * kLeastShare >= all && find_registers(shorter, code) == 0) return 0;
  return find_registers(selected, code);
}

std::uint32_t spill_and_find_registers(Selected& selected, std::uint32_t missing, Code& code) {
  constexpr std::uint32_t kMostSpilled = 8'000, kMostMissing = 512, kMostLive = 66, kLeastLive = 40,
                          kStep = 4, kRowsOfVpm = 64;
  if (missing > kMostMissing || selected.code.values > kMostSpilled) return missing;
  selected.spill_rows.end = selected.vpm.own;
  selected.spill_rows.most_end = kRowsOfVpm - kRowsOfVpm % selected.row_alignment;
  for (std::uint32_t most_live = kMostLive; most_live >= kLeastLive; most_live -= kStep) {
    SpillRows rows = selected.spill_rows;
    const auto spilled = spill_values(selected.code, most_live, rows);
    if (!spilled || find_registers(*spilled, {kOwnOrder}, code) != 0) continue;
    selected.vpm.own = static_cast<std::uint32_t>(
        llvm::alignTo(std::max(selected.vpm.own, rows.used_end), selected.row_alignment));
    return find_registers(*spilled, code);
  }
  return missing;
}

std::uint32_t find_registers_of_rows(const Selected& selected, std::uint32_t missing, Code& code) {
  constexpr std::uint32_t kMostMissing = 16, kMostLive = 44;
  Code other;
  const bool may_gain = missing == 0 && has_computing_loops(selected.code) &&
                        find_registers(selected.code, kOrdersToCompare[0], other) != 0;
  if (missing > kMostMissing || (missing == 0 && !may_gain)) return missing;
  SpillRows rows = selected.spill_rows;
  const auto spilled = spill_values(selected.code, kMostLive, rows, SpillGoal::cheap);
  if (!spilled || find_registers_of_kernel(*spilled, other) != 0) return missing;
  if (missing == 0 && loops_of_rows(other, selected).cost >= loops_of_rows(code, selected).cost) return 0;
  code = std::move(other);
  return 0;
}

}  // namespace quadcl::compiler::qpu
