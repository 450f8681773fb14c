// SPDX-License-Identifier: Apache-2.0
#include "compiler/qpu/machine/improve_registers.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <set>

#include "compiler/qpu/machine/on_registers.h"
#include "compiler/qpu/machine/pack_instructions.h"

namespace quadcl::compiler::qpu {
namespace {

/// Blocks that are longer keep their registers.
constexpr std::size_t kLongestBlock = 200;
/// Around blocks of loops in kernels: rows of work-items are a loop, too.
constexpr unsigned kInnerLoop = 2;
/// How many operations are packed in all attempts together, which limits the time.
constexpr std::size_t kMostPacked = 100'000;

class Improver {
 public:
  Improver(const Code& code, const Interference& interference, const llvm::BitVector& fixed,
           std::vector<std::uint32_t>& registers)
      : code_(code),
        interference_(interference),
        fixed_(fixed),
        registers_(registers),
        blocks_of_(code.values),
        partners_(code.values),
        costs_(code.blocks.size()) {
    unsigned loops = 0;
    for (const Block& block : code.blocks) loops = std::max(loops, block.loops);
    if (loops < kInnerLoop) return;
    for (std::uint32_t i = 0; i < code.blocks.size(); ++i)
      if (code.blocks[i].loops == loops && code.blocks[i].operations.size() <= kLongestBlock) add_block(i);
  }

  void run() {
    for (bool changes = true; changes;) {
      changes = false;
      for (const std::uint32_t value : values_) changes |= improve(value);
    }
  }

 private:
  void add_block(std::uint32_t block) {
    costs_[block] = cost_of(block);
    for (const Operation& operation : code_.blocks[block].operations) {
      if (operation.a.is_value() && operation.b.is_value() && operation.a != operation.b) {
        partners_[operation.a.number].insert(operation.b.number);
        partners_[operation.b.number].insert(operation.a.number);
      }
      for (const Operand& operand : {operation.target, operation.a, operation.b}) {
        if (!operand.is_value() || fixed_.test(operand.number)) continue;
        auto& blocks = blocks_of_[operand.number];
        if (blocks.empty()) values_.push_back(operand.number);
        if (blocks.empty() || blocks.back() != block) blocks.push_back(block);
      }
    }
  }

  std::size_t cost_of(std::uint32_t block) {
    const Block& virtual_block = code_.blocks[block];
    const Block physical{on_registers(virtual_block.operations, registers_), virtual_block.loops};
    packed_ += physical.operations.size();
    return packed_cost(physical);
  }

  /// Who has the register among those that must not share it with the value: none, or one, if there are no
  /// more; 2 stands for all larger numbers.
  struct Holders {
    std::size_t count = 0;
    std::uint32_t first = 0;
  };
  Holders holders(std::uint32_t value, std::uint32_t wanted, std::uint32_t except) const {
    Holders result;
    for (const unsigned other : interference_.of(value).set_bits()) {
      if (registers_[other] != wanted || other == except) continue;
      if (result.count++ == 0) result.first = other;
      if (result.count > 1) break;
    }
    return result;
  }

  /// The same of all registers.
  using HoldersOfAll = std::array<Holders, kRegisters + 1>;
  HoldersOfAll all_holders(std::uint32_t value, std::uint32_t except) const {
    HoldersOfAll result{};
    for (const unsigned other : interference_.of(value).set_bits()) {
      if (other == except) continue;
      Holders& of_register = result[registers_[other]];
      if (of_register.count++ == 0) of_register.first = other;
    }
    return result;
  }

  /// The first and the last free register of each file, the accumulators, and what operands beside it have.
  std::vector<std::uint32_t> candidates(std::uint32_t value) const {
    std::vector<std::uint32_t> result;
    for (const std::uint32_t partner : partners_[value]) result.push_back(registers_[partner]);
    for (std::uint32_t i = 2 * kFileRegisters; i < kRegisters; ++i) result.push_back(i);
    std::vector<bool> taken(kRegisters + 1);
    for (const unsigned other : interference_.of(value).set_bits()) taken[registers_[other]] = true;
    for (const std::uint32_t begin : {0U, kFileRegisters}) {
      const auto first_of = [&](auto start, auto end) { return std::find(start, end, false); };
      const auto file = taken.begin() + begin;
      const auto first = first_of(file, file + kFileRegisters);
      const auto last = first_of(std::reverse_iterator(file + kFileRegisters), std::reverse_iterator(file));
      if (first == file + kFileRegisters) continue;
      result.push_back(static_cast<std::uint32_t>(first - taken.begin()));
      result.push_back(static_cast<std::uint32_t>(last.base() - 1 - taken.begin()));
    }
    return result;
  }

  struct Change {
    std::uint32_t value, wanted;
  };

  bool improve(std::uint32_t value) {
    bool changes = false;
    HoldersOfAll of_all = all_holders(value, value);
    for (const std::uint32_t wanted : candidates(value)) {
      const std::uint32_t own = registers_[value];
      if (wanted == own) continue;
      const Holders now = of_all[wanted];
      bool changed = false;
      if (now.count == 0) {
        changed = attempt({{value, wanted}});
      } else if (now.count == 1 && !fixed_.test(now.first) && holders(now.first, own, value).count == 0) {
        changed = attempt({{value, wanted}, {now.first, own}});
      }
      if (changed) of_all = all_holders(value, value);
      changes |= changed;
    }
    for (const std::uint32_t partner : partners_[value]) changes |= part(value, partner);
    return changes;
  }

  /// Two operands go to different files.
  bool part(std::uint32_t value, std::uint32_t partner) {
    if (fixed_.test(partner)) return false;
    bool changes = false;
    const auto of_value = free_in_files(value, partner), of_partner = free_in_files(partner, value);
    for (const std::uint32_t one : of_value)
      for (const std::uint32_t other : of_partner)
        if (one / kFileRegisters != other / kFileRegisters && one != registers_[value] &&
            other != registers_[partner])
          changes |= attempt({{value, one}, {partner, other}});
    return changes;
  }

  /// Candidates for the value that none has that must not share a register with it, but for one.
  std::vector<std::uint32_t> free_in_files(std::uint32_t value, std::uint32_t except) const {
    std::vector<std::uint32_t> result = candidates(value);
    const HoldersOfAll of_all = all_holders(value, except);
    std::erase_if(result, [&](std::uint32_t wanted) {
      return wanted >= 2 * kFileRegisters || of_all[wanted].count != 0;
    });
    return result;
  }

  /// Keeps the changes if they make the code shorter.
  bool attempt(std::initializer_list<Change> changes) {
    if (packed_ > kMostPacked) return false;
    std::set<std::uint32_t> blocks;
    std::vector<Change> former;
    for (const auto& [value, wanted] : changes) {
      blocks.insert(blocks_of_[value].begin(), blocks_of_[value].end());
      former.push_back({value, registers_[value]});
      registers_[value] = wanted;
    }
    std::size_t before = 0, after = 0;
    std::vector<std::size_t> costs;
    for (const std::uint32_t block : blocks) {
      before += costs_[block];
      costs.push_back(cost_of(block));
      after += costs.back();
    }
    if (after < before) {
      auto cost = costs.begin();
      for (const std::uint32_t block : blocks) costs_[block] = *cost++;
      return true;
    }
    for (const auto& [value, register_before] : former) registers_[value] = register_before;
    return false;
  }

  const Code& code_;
  const Interference& interference_;
  const llvm::BitVector& fixed_;
  std::vector<std::uint32_t>& registers_;
  std::vector<std::vector<std::uint32_t>> blocks_of_;
  std::vector<std::set<std::uint32_t>> partners_;  ///< which the same operations read
  std::vector<std::size_t> costs_;
  std::vector<std::uint32_t> values_;
  std::size_t packed_ = 0;
};

}  // namespace

void improve_registers(const Code& code, const Interference& interference, const llvm::BitVector& fixed,
                       std::vector<std::uint32_t>& registers) {
  Improver(code, interference, fixed, registers).run();
}

}  // namespace quadcl::compiler::qpu
