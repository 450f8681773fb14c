// SPDX-License-Identifier: Apache-2.0
#include "compiler/qpu/machine/delay_slots.h"

#include <algorithm>

#include "qpu/isa/instruction.h"

namespace quadcl::compiler::qpu {
namespace {

constexpr std::size_t kSlots = isa::kBranchDelaySlots;

bool is_conditional(const PlacedBranch& branch) { return branch.condition != isa::BranchCondition::always; }

class Filler {
 public:
  Filler(std::vector<PlacedBlock>& blocks, const Code& code)
      : blocks_(blocks), live_(live_registers(code)), is_target_(blocks.size()) {
    for (const PlacedBlock& block : blocks)
      for (const PlacedBranch& branch : block.branches)
        for (std::uint32_t i = 0; i < std::max(branch.targets, 1U); ++i) is_target_[branch.to + i] = true;
  }

  void run() {
    for (std::uint32_t i = 0; i < blocks_.size(); ++i)
      if (!blocks_[i].branches.empty()) fill_from_before(i);
    for (std::uint32_t i = 0; i < blocks_.size(); ++i) {
      auto& branches = blocks_[i].branches;
      if (!branches.empty() && is_conditional(branches.front())) fill_by_guess(i);
      if (!branches.empty() && !is_conditional(branches.back()) && branches.back().targets == 0)
        copy(branches.back(), branches.back(), [](const PlacedInstruction&) { return true; });
    }
    for (std::uint32_t i = 0; i < blocks_.size(); ++i) part_from_next(i);
  }

 private:
  /// Where control goes if no conditional branch of the block is taken.
  std::uint32_t next_of(std::uint32_t block) const {
    const auto& branches = blocks_[block].branches;
    return branches.empty() || is_conditional(branches.back()) ? block + 1 : branches.back().to;
  }

  /// Whether the first instruction of the block must not come directly behind this one. If in doubt, it must
  /// not.
  bool is_too_close(const PlacedInstruction& before, std::uint32_t block, std::size_t skipped = 0) const {
    if (block >= blocks_.size()) return false;
    const auto& instructions = blocks_[block].instructions;
    if (skipped < instructions.size()) return instructions[skipped].use.follows_too_closely(before.use);
    return blocks_[block].branches.empty() && before.use.writes.any();
  }

  bool is_too_close(const PlacedInstruction& before, const PlacedBranch& branch) const {
    for (std::uint32_t i = 0; i < std::max(branch.targets, 1U); ++i)
      if (is_too_close(before, branch.to + i)) return true;
    return false;
  }

  /// The branch goes before up to three instructions that it does not need.
  void fill_from_before(std::uint32_t i) {
    auto& instructions = blocks_[i].instructions;
    PlacedBranch& branch = blocks_[i].branches.front();
    std::size_t count = 0, most = kSlots;
    if (!instructions.empty() &&
        (is_too_close(instructions.back(), branch) || is_too_close(instructions.back(), next_of(i))))
      --most;
    while (count < std::min(most, instructions.size())) {
      const PlacedInstruction& last = instructions[instructions.size() - 1 - count];
      if (last.is_request || (is_conditional(branch) && sets_flags(last)) || decides(last, branch)) break;
      ++count;
    }
    const auto first = instructions.end() - static_cast<std::ptrdiff_t>(count);
    branch.slots.assign(first, instructions.end());
    instructions.erase(first, instructions.end());
    // What the branch goes by is not written directly before it, as blocks before this one may do.
    if (branch.targets > 0 && (instructions.empty() || decides(instructions.back(), branch)))
      instructions.emplace_back();
  }

  static bool sets_flags(const PlacedInstruction& instruction) { return instruction.use.writes.test(kFlags); }

  /// Loops go on more often than not; other branches are as likely taken as not, and what follows behind them
  /// needs no copies.
  void fill_by_guess(std::uint32_t i) {
    auto& branches = blocks_[i].branches;
    PlacedBranch& branch = branches.front();
    const std::uint32_t next = next_of(i);
    const auto is_harmless_at = [this](std::uint32_t other) {
      return [this, other](const PlacedInstruction& instruction) {
        return !(instruction.use.writes & live_[other]).any();
      };
    };
    if (branch.to > i && next < blocks_.size()) {
      const std::size_t before = branch.slots.size();
      if (branches.size() == 2) {
        copy(branch, branches.back(), is_harmless_at(branch.to));
      } else if (!is_target_[next]) {
        const std::size_t taken = take(branch.slots, next, 0, is_harmless_at(branch.to));
        auto& instructions = blocks_[next].instructions;
        instructions.erase(instructions.begin(), instructions.begin() + static_cast<std::ptrdiff_t>(taken));
      }
      if (branch.slots.size() > before) return;
    }
    if (next < blocks_.size()) copy(branch, branch, is_harmless_at(next));
  }

  /// Fills the slots with the first instructions that another branch of the block, or the same, leads to.
  template <typename IsHarmless>
  void copy(PlacedBranch& into, PlacedBranch& leads, IsHarmless is_harmless) {
    leads.skipped += take(into.slots, leads.to, leads.skipped, is_harmless);
  }

  /// Copies the first instructions of the block. Returns how many.
  template <typename IsHarmless>
  std::size_t take(std::vector<PlacedInstruction>& slots, std::uint32_t block, std::size_t skipped,
                   IsHarmless is_harmless) const {
    const auto& instructions = blocks_[block].instructions;
    // The last one may need another behind it.
    const std::size_t most = instructions.size() - (blocks_[block].branches.empty() && !instructions.empty());
    const auto is_taken = [&](std::size_t i) {
      return i < most && !instructions[i].use.has_effect && !instructions[i].is_request &&
             is_harmless(instructions[i]);
    };
    if (!is_taken(skipped)) return 0;
    if (!slots.empty() && instructions[skipped].use.follows_too_closely(slots.back().use))
      slots.emplace_back();
    std::size_t taken = 0;
    for (; slots.size() < kSlots && is_taken(skipped + taken); ++taken)
      slots.push_back(instructions[skipped + taken]);
    return taken;
  }

  void part_from_next(std::uint32_t i) {
    PlacedBlock& block = blocks_[i];
    for (PlacedBranch& branch : block.branches) branch.slots.resize(kSlots);
    if (block.branches.empty() && !block.instructions.empty() &&
        is_too_close(block.instructions.back(), i + 1))
      block.instructions.emplace_back();
  }

  std::vector<PlacedBlock>& blocks_;
  std::vector<RegisterSet> live_;
  std::vector<bool> is_target_;
};

}  // namespace

bool decides(const PlacedInstruction& instruction, const PlacedBranch& branch) {
  return branch.targets > 0 && !branch.is_written_again && instruction.use.writes.test(branch.by);
}

void fill_delay_slots(std::vector<PlacedBlock>& blocks, const Code& code) { Filler(blocks, code).run(); }

}  // namespace quadcl::compiler::qpu
