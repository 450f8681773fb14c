// SPDX-License-Identifier: Apache-2.0
#include "compiler/qpu/machine/allocate_registers.h"

#include <llvm/ADT/STLExtras.h>

#include <algorithm>
#include <array>
#include <bitset>
#include <map>
#include <numeric>

#include "compiler/qpu/machine/improve_registers.h"
#include "compiler/qpu/machine/interference.h"
#include "compiler/qpu/machine/liveness.h"
#include "compiler/qpu/machine/on_registers.h"
#include "compiler/qpu/machine/pack_instructions.h"

namespace quadcl::compiler::qpu {
namespace {

constexpr std::uint32_t kShortLife = 10;  ///< in operations: values for accumulators
/// Values that take another register for one that finds none, if there are few of these.
constexpr std::size_t kMostDisplaced = 3, kMostHelped = 8;

/// Registers that rotations may save which read what is moved for them.
constexpr std::uint32_t kMostSaved = 4;

/// What the choice of a register for a value depends on.
struct ValueUse {
  double weight = 0;  ///< of all operations with it
  double beside_immediate =
      0;  ///< of those that have a small immediate as well, which takes the port of file B
  std::map<std::uint32_t, double> partners;  ///< values that the same operations read
  bool is_short = true;  ///< within one block, with few operations between the first and the last
  std::uint32_t block = UINT32_MAX, first = 0, last = 0;
};

class Allocator {
 public:
  explicit Allocator(const Code& code, MergeRotated rotated) : code_(code), interference_(code) {
    merge_moved_values(code_, interference_, rotated);
    rotated_ = rotated_values(code_);
    of_tables_ = table_values(code_);
    fixed_ = rotated_;
    fixed_ |= of_tables_;
    find_uses();
  }

  /// Returns how many values find no register.
  std::uint32_t run() {
    std::vector<std::uint32_t> without;
    registers_.assign(code_.values, kRegisters);
    for (const std::uint32_t value : order()) {
      registers_[value] = choose(value);
      if (registers_[value] == kRegisters) without.push_back(value);
    }
    if (without.size() <= kMostHelped)
      std::erase_if(without, [this](std::uint32_t value) { return displace(value); });
    return static_cast<std::uint32_t>(without.size());
  }

  /// Of the innermost loops, once all values have registers.
  std::size_t cost() const {
    unsigned loops = 0;
    for (const Block& block : code_.blocks) loops = std::max(loops, block.loops);
    std::size_t sum = 0;
    for (const Block& block : code_.blocks)
      if (block.loops == loops) sum += packed_cost({on_registers(block.operations, registers_), loops});
    return sum;
  }

  Code finish() {
    improve_registers(code_, interference_, fixed_, registers_);
    for (Block& block : code_.blocks) block.operations = on_registers(block.operations, registers_);
    return std::move(code_);
  }

 private:
  void find_uses() {
    uses_.resize(code_.values);
    const Liveness liveness = find_liveness(code_);
    for (std::uint32_t i = 0; i < code_.blocks.size(); ++i) {
      const Block& block = code_.blocks[i];
      for (std::uint32_t place = 0; place < block.operations.size(); ++place)
        note(block.operations[place], i, place, weight(block));
      for (const unsigned value : liveness.out[i].set_bits()) uses_[value].is_short = false;
    }
  }

  void note(const Operation& operation, std::uint32_t block, std::uint32_t place, double weight) {
    for (const Operand& operand : {operation.target, operation.a, operation.b}) {
      if (!operand.is_value()) continue;
      ValueUse& use = uses_[operand.number];
      use.weight += weight;
      if (use.block == UINT32_MAX) {
        use.block = block;
        use.first = place;
      }
      use.last = place;
      if (use.block != block || use.last - use.first > kShortLife) use.is_short = false;
    }
    note_pair(operation.a, operation.b, weight);
    note_pair(operation.b, operation.a, weight);
  }

  void note_pair(const Operand& source, const Operand& other, double weight) {
    if (!source.is_value()) return;
    ValueUse& use = uses_[source.number];
    if (other.place == Place::immediate) use.beside_immediate += weight;
    if (other.is_value() && other != source) use.partners[other.number] += weight;
  }

  /// Values with many neighbours last to be taken out are first to get a register.
  std::vector<std::uint32_t> order() const {
    std::vector<std::uint32_t> degree(code_.values), result;
    llvm::BitVector left(code_.values);
    for (std::uint32_t value = 0; value < code_.values; ++value) {
      degree[value] = interference_.of(value).count();
      if (uses_[value].weight > 0) left.set(value);
    }
    std::vector<std::vector<std::uint32_t>> by_degree(code_.values + 1);
    for (const unsigned value : left.set_bits()) by_degree[degree[value]].push_back(value);
    std::uint32_t lowest = 0;
    while (left.any()) {
      while (by_degree[lowest].empty()) ++lowest;
      const std::uint32_t value = by_degree[lowest].back();
      by_degree[lowest].pop_back();
      if (!left.test(value) || degree[value] != lowest) continue;
      left.reset(value);
      result.push_back(value);
      for (const unsigned other : interference_.of(value).set_bits()) {
        if (!left.test(other)) continue;
        by_degree[--degree[other]].push_back(other);
        lowest = std::min(lowest, degree[other]);
      }
    }
    std::reverse(result.begin(), result.end());
    std::stable_partition(result.begin(), result.end(),
                          [this](std::uint32_t value) { return fixed_.test(value); });
    return result;
  }

  std::bitset<kRegisters> free_registers(std::uint32_t value) const {
    std::bitset<kRegisters> free;
    free.set();
    for (const unsigned other : interference_.of(value).set_bits())
      if (registers_[other] < kRegisters) free.reset(registers_[other]);
    return free;
  }

  /// What it costs to read the value through the port of a file: the moves for operations that read another
  /// value there.
  std::array<double, 2> costs(std::uint32_t value) const {
    std::array<double, 2> cost{0, uses_[value].beside_immediate};
    for (const auto& [partner, weight] : uses_[value].partners) {
      const std::uint32_t taken = registers_[partner];
      if (taken < 2 * kFileRegisters) cost[taken / kFileRegisters] += weight;
    }
    return cost;
  }

  std::uint32_t choose(std::uint32_t value) const {
    const auto free = free_registers(value);
    const auto cost = costs(value);
    const auto first_of = [&](std::uint32_t begin, std::uint32_t end, std::uint32_t step = 1) {
      while (begin < end && !free.test(begin)) begin += step;
      return begin < end ? begin : kRegisters;
    };
    // Branches read file A, and leave flags alone if the number of the register is even.
    if (of_tables_.test(value)) return first_of(0, kFileRegisters, 2);
    const std::uint32_t in_a = first_of(0, kFileRegisters),
                        in_b = first_of(kFileRegisters, 2 * kFileRegisters),
                        in_accumulator = first_of(2 * kFileRegisters, kRegisters);
    if (rotated_.test(value)) return in_accumulator;
    if (uses_[value].is_short && in_accumulator != kRegisters) return in_accumulator;
    const bool prefers_a = cost[0] != cost[1] ? cost[0] < cost[1] : in_a <= in_b - kFileRegisters;
    const std::uint32_t better = prefers_a ? in_a : in_b, other = prefers_a ? in_b : in_a;
    if (better != kRegisters) return better;
    return other != kRegisters ? other : in_accumulator;
  }

  /// Gives the value a register of others that find another one.
  bool displace(std::uint32_t value) {
    if (of_tables_.test(value)) return false;
    std::array<std::vector<std::uint32_t>, kRegisters> holders;
    for (const unsigned other : interference_.of(value).set_bits())
      if (registers_[other] < kRegisters) holders[registers_[other]].push_back(other);
    const std::uint32_t first = rotated_.test(value) ? 2 * kFileRegisters : 0;
    for (std::size_t most = 1; most <= kMostDisplaced; ++most)
      for (std::uint32_t wanted = first; wanted < kRegisters; ++wanted)
        if (holders[wanted].size() == most && displace(holders[wanted], value, wanted)) return true;
    return false;
  }

  bool displace(const std::vector<std::uint32_t>& holders, std::uint32_t value, std::uint32_t wanted) {
    for (const std::uint32_t holder : holders) registers_[holder] = kRegisters;
    registers_[value] = wanted;
    const bool found = std::all_of(holders.begin(), holders.end(), [this](std::uint32_t holder) {
      return (registers_[holder] = choose(holder)) != kRegisters;
    });
    if (found) return true;
    for (const std::uint32_t holder : holders) registers_[holder] = wanted;
    registers_[value] = kRegisters;
    return false;
  }

  Code code_;
  Interference interference_;
  llvm::BitVector rotated_, of_tables_, fixed_;  ///< the last: any of these
  std::vector<ValueUse> uses_;
  std::vector<std::uint32_t> registers_;
};

/// Whether a value that is rotated is moved from another one, with which it could be merged.
bool moves_to_rotated(const Code& code) {
  const llvm::BitVector rotated = rotated_values(code);
  return rotated.any() && llvm::any_of(code.blocks, [&](const Block& block) {
           return llvm::any_of(block.operations, [&](const Operation& operation) {
             return operation.kind == OperationKind::move && operation.a.is_value() &&
                    operation.target.is_value() && rotated.test(operation.target.number);
           });
         });
}

}  // namespace

/// Where rotations can read what is moved for them instead, that may save the moves, or take an accumulator
/// for too long.
std::uint32_t allocate_registers(Code& code) {
  Allocator with_moves(code, MergeRotated::no);
  const std::uint32_t missing = with_moves.run();
  if (missing <= kMostSaved && moves_to_rotated(code)) {
    Allocator direct(code, MergeRotated::yes);
    if (direct.run() == 0 && (missing != 0 || direct.cost() < with_moves.cost())) {
      code = direct.finish();
      return 0;
    }
  }
  if (missing == 0) code = with_moves.finish();
  return missing;
}

}  // namespace quadcl::compiler::qpu
