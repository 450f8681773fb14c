// SPDX-License-Identifier: Apache-2.0
#include "compiler/qpu/machine/pack_instructions.h"

#include <algorithm>
#include <span>
#include <utility>

#include "compiler/qpu/machine/dependences.h"
#include "compiler/qpu/machine/instruction_slot.h"
#include "qpu/isa/instruction.h"

namespace quadcl::compiler::qpu {
namespace {

constexpr std::size_t kDelaySlots = isa::kBranchDelaySlots;

/// An instruction of a block, with what the placement of branches depends on.
struct Placed {
  InstructionSlot slot;
  bool sets_flags = false;
  bool writes_file = false;  ///< a register of file A or B, which the next instruction must not read
  bool is_request =
      false;  ///< to a TMU, which is not left in a delay slot (docs/videocore4.md, Restrictions, 20)
};

std::size_t last_flags(std::span<const Operation> operations) {
  std::size_t last = operations.size();
  for (std::size_t i = 0; i < operations.size(); ++i)
    if (operations[i].sets_flags) last = i;
  return last;
}

/// List scheduling: in each instruction the ready operations with the longest way to the end, as many as fit.
class Packer {
 public:
  /// `branches`: on the flags of the last operation that sets some. It comes early then, so that others can
  /// follow in the delay slots.
  Packer(std::span<const Operation> operations, bool branches)
      : operations_(operations),
        dependences_(dependences(operations)),
        heights_(heights(dependences_, branches ? last_flags(operations) : operations.size(), kDelaySlots)),
        users_(operations.size()),
        missing_(operations.size()),
        earliest_(operations.size()) {
    for (std::uint32_t i = 0; i < operations.size(); ++i) {
      for (const Dependence& dependence : dependences_[i]) users_[dependence.on].push_back(i);
      missing_[i] = static_cast<std::uint32_t>(dependences_[i].size());
      if (missing_[i] == 0) ready_.push_back(i);
    }
  }

  std::vector<Placed> run() {
    std::vector<Placed> result;
    for (std::size_t left = operations_.size(); left > 0;) {
      Placed placed;
      left -= fill(placed, static_cast<std::uint32_t>(result.size()));
      result.push_back(placed);
    }
    return result;
  }

 private:
  /// Returns how many operations it added. An operation may enable others for the same instruction.
  std::size_t fill(Placed& placed, std::uint32_t time) {
    std::size_t added = 0;
    for (bool changes = true; changes;) {
      changes = false;
      std::sort(ready_.begin(), ready_.end(), [this](std::uint32_t a, std::uint32_t b) {
        return heights_[a] != heights_[b] ? heights_[a] > heights_[b] : a < b;
      });
      for (std::size_t i = 0; i < ready_.size(); ++i) {
        const std::uint32_t operation = ready_[i];
        if (earliest_[operation] > time || !placed.slot.add(operations_[operation])) continue;
        ready_.erase(ready_.begin() + static_cast<std::ptrdiff_t>(i));
        note(operations_[operation], placed);
        issue(operation, time);
        ++added;
        changes = true;
        break;
      }
    }
    return added;
  }

  static void note(const Operation& operation, Placed& placed) {
    placed.sets_flags |= operation.sets_flags;
    placed.writes_file |= operation.target.is_file();
    placed.is_request |= writes_tmu(operation);
  }

  void issue(std::uint32_t operation, std::uint32_t time) {
    for (const std::uint32_t user : users_[operation]) {
      for (const Dependence& dependence : dependences_[user])
        if (dependence.on == operation)
          earliest_[user] = std::max(earliest_[user], time + dependence.instructions);
      if (--missing_[user] == 0) ready_.push_back(user);
    }
  }

  std::span<const Operation> operations_;
  std::vector<std::vector<Dependence>> dependences_;
  std::vector<std::uint32_t> heights_;
  std::vector<std::vector<std::uint32_t>> users_;
  std::vector<std::uint32_t> missing_, earliest_, ready_;
};

/// Assembles blocks and resolves branches.
class Assembler {
 public:
  explicit Assembler(const Code& code) : code_(code) {}

  MachineProgram run() {
    for (const Block& block : code_.blocks) {
      starts_.push_back(program_.words.size());
      add_block(block);
    }
    for (const auto& [place, target] : branches_) {
      const auto offset =
          static_cast<std::int64_t>(starts_[target]) - static_cast<std::int64_t>(place + 1 + kDelaySlots);
      isa::Instruction branch(program_.words[place]);
      branch.set(isa::field::immediate, static_cast<std::uint32_t>(offset * isa::kInstructionBytes));
      program_.words[place] = branch.word();
    }
    starts_.push_back(program_.words.size());
    program_.starts = std::move(starts_);
    return std::move(program_);
  }

 private:
  void add_block(const Block& block) {
    std::size_t count = block.operations.size();
    while (count > 0 &&
           (is_branch(block.operations[count - 1]) || block.operations[count - 1].kind == OperationKind::end))
      --count;
    const bool branches = count < block.operations.size() && is_branch(block.operations[count]) &&
                          block.operations[count].branch != isa::BranchCondition::always;
    std::vector<Placed> placed = Packer({block.operations.data(), count}, branches).run();
    // The next block may begin with a read of what this one ends with.
    if (!placed.empty() && placed.back().writes_file) placed.emplace_back();
    for (std::size_t i = count; i < block.operations.size(); ++i) {
      if (block.operations[i].kind == OperationKind::end) return add_end(placed);
      add_branch(block.operations[i], placed);
      placed.clear();
    }
    for (const Placed& instruction : placed) push(instruction);
  }

  /// The branch goes before up to three of the instructions, none of which it needs.
  void add_branch(const Operation& operation, const std::vector<Placed>& placed) {
    std::size_t place = placed.size();
    while (place > 0 && placed.size() - place < kDelaySlots) {
      const Placed& last = placed[place - 1];
      const bool needs = last.sets_flags && operation.branch != isa::BranchCondition::always;
      if (needs || last.is_request) break;
      --place;
    }
    for (std::size_t i = 0; i < place; ++i) push(placed[i]);
    branches_.emplace_back(program_.words.size(), operation.to);
    push(isa::make_branch(operation.branch, true, 0).word(), operation.line);
    for (std::size_t i = place; i < placed.size(); ++i) push(placed[i]);
    for (std::size_t i = placed.size() - place; i < kDelaySlots; ++i) push(isa::make_nop().word(), 0);
  }

  void add_end(const std::vector<Placed>& placed) {
    for (const Placed& instruction : placed) push(instruction);
    push(isa::make_nop().set(isa::field::signal, isa::Signal::program_end).word(), 0);
    for (unsigned i = 0; i < isa::kThreadEndDelaySlots; ++i) push(isa::make_nop().word(), 0);
  }

  void push(const Placed& instruction) { push(instruction.slot.encode().word(), instruction.slot.line()); }
  void push(std::uint64_t word, std::uint32_t line) {
    program_.words.push_back(word);
    program_.lines.push_back(line);
  }

  const Code& code_;
  MachineProgram program_;
  std::vector<std::size_t> starts_;
  std::vector<std::pair<std::size_t, std::uint32_t>> branches_;
};

}  // namespace

MachineProgram pack_instructions(const Code& code) { return Assembler(code).run(); }

}  // namespace quadcl::compiler::qpu
