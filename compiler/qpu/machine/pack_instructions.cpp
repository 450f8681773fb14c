// SPDX-License-Identifier: Apache-2.0
#include "compiler/qpu/machine/pack_instructions.h"

#include <llvm/ADT/STLExtras.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <random>
#include <span>
#include <utility>

#include "compiler/qpu/machine/delay_slots.h"
#include "compiler/qpu/machine/dependences.h"
#include "compiler/qpu/machine/instruction_slot.h"
#include "compiler/qpu/machine/late_receipts.h"
#include "qpu/isa/instruction.h"

namespace quadcl::compiler::qpu {
namespace {

constexpr std::size_t kDelaySlots = isa::kBranchDelaySlots;
/// How many instructions a result of a TMU is left alone, if there are others. After more, it seldom finds
/// room beside another operation.
constexpr std::uint32_t kPatience = 6;
/// By how much heights, doubled, are wrong at most in the attempts to find a shorter order.
constexpr std::uint32_t kDisorder = 6;
/// Such attempts for a block of the innermost loops, which is that of rows if there is no other, and
/// operations of all of them, which limits the time.
constexpr unsigned kMostAttempts = 32;
constexpr std::size_t kMostAttempted = 4000;

std::size_t last_flags(std::span<const Operation> operations) {
  std::size_t last = operations.size();
  for (std::size_t i = 0; i < operations.size(); ++i)
    if (operations[i].sets_flags) last = i;
  return last;
}

/// The operations of a block, and which wait for which.
struct Graph {
  /// `branches`: on the flags of the last operation that sets some. It comes early then, so that others can
  /// follow in the delay slots.
  Graph(std::span<const Operation> all, bool branches)
      : operations(all),
        before(dependences(all)),
        heights(quadcl::compiler::qpu::heights(before, branches ? last_flags(all) : all.size(), kDelaySlots)),
        behind(all.size()),
        late(all) {
    for (std::uint32_t i = 0; i < all.size(); ++i)
      for (const Dependence& dependence : before[i])
        behind[dependence.on].push_back({i, dependence.instructions, dependence.usual});
  }

  std::span<const Operation> operations;
  DependenceLists before;
  std::vector<std::uint32_t> heights;
  DependenceLists behind;  ///< `on`: the later operation
  LateReceipts late;
};

/// List scheduling: in each instruction the ready operations with the longest way to the end, as many as fit.
class Packer {
 public:
  /// `attempt`: in all but the first, the heights are a little wrong.
  Packer(const Graph& graph, unsigned attempt)
      : graph_(graph),
        operations_(graph.operations),
        heights_(graph.heights),
        left_(operations_.size()),
        missing_(operations_.size()),
        earliest_(operations_.size()),
        usual_(operations_.size()),
        times_(operations_.size()) {
    if (attempt > 0) {
      std::minstd_rand random(attempt);
      for (std::uint32_t& height : heights_) height = 2 * height + (random() >> 16) % kDisorder;
    }
    for (std::uint32_t i = 0; i < operations_.size(); ++i) {
      missing_[i] = static_cast<std::uint32_t>(graph.before[i].size());
      if (missing_[i] == 0) add_ready(i);
    }
  }

  std::vector<PlacedInstruction> run() {
    std::vector<PlacedInstruction> result;
    result.reserve(operations_.size());
    while (left_ > 0) {
      PlacedInstruction placed;
      const auto time = static_cast<std::uint32_t>(result.size());
      const std::size_t added = fill(placed, time);
      if (added == 0 && std::none_of(ready_.begin(), ready_.end(),
                                     [&](std::uint32_t operation) { return earliest_[operation] > time; })) {
        problem_ = "no instruction can do " + text_of(operations_[ready_.front()]);
        break;
      }
      result.push_back(placed);
    }
    return result;
  }

  /// After `run`: whether an operation does not even fit into an instruction of its own.
  const std::string& problem() const { return problem_; }

  /// After `run`: for how many instructions operations wait for results, as a guess.
  std::uint32_t waits() const {
    std::vector<std::uint32_t> order(operations_.size()), times(operations_.size());
    std::iota(order.begin(), order.end(), 0U);
    std::stable_sort(order.begin(), order.end(),
                     [this](std::uint32_t a, std::uint32_t b) { return times_[a] < times_[b]; });
    std::uint32_t waited = 0;
    for (const std::uint32_t i : order) {
      for (const Dependence& dependence : graph_.before[i]) {
        const std::uint32_t ready = times[dependence.on] + dependence.usual;
        if (ready > times_[i] + waited) waited = ready - times_[i];
      }
      times[i] = times_[i] + waited;
    }
    return waited;
  }

 private:
  /// Returns how many operations it added. Those that would wait for a TMU come where no others are ready.
  std::size_t fill(PlacedInstruction& placed, std::uint32_t time) {
    holds_ = llvm::any_of(ready_,
                          [this](std::uint32_t operation) { return !graph_.late.holds(operation, left_); });
    const std::size_t added = fill(placed, time, usual_);
    return added != 0 ? added : fill(placed, time, earliest_);
  }

  /// An operation may enable others for the same instruction.
  std::size_t fill(PlacedInstruction& placed, std::uint32_t time,
                   const std::vector<std::uint32_t>& earliest) {
    std::size_t added = 0;
    for (bool changes = true; changes;) {
      changes = false;
      for (std::size_t i = 0; i < ready_.size(); ++i) {
        const std::uint32_t operation = ready_[i];
        if (holds_ && graph_.late.holds(operation, left_)) continue;
        if (earliest[operation] > time || !placed.slot.add(operations_[operation])) continue;
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

  static void note(const Operation& operation, PlacedInstruction& placed) {
    placed.use.add(operation);
    placed.is_request |= writes_tmu(operation);
  }

  void issue(std::uint32_t operation, std::uint32_t time) {
    times_[operation] = time;
    --left_;
    for (const Dependence& dependence : graph_.behind[operation]) {
      const std::uint32_t user = dependence.on;
      earliest_[user] = std::max(earliest_[user], time + dependence.instructions);
      usual_[user] = std::max(usual_[user], time + std::min(dependence.usual, kPatience));
      if (--missing_[user] == 0) add_ready(user);
    }
  }

  /// Keeps those that are ready in their order.
  void add_ready(std::uint32_t operation) {
    ready_.insert(std::upper_bound(ready_.begin(), ready_.end(), operation,
                                   [this](std::uint32_t a, std::uint32_t b) {
                                     return heights_[a] != heights_[b] ? heights_[a] > heights_[b] : a < b;
                                   }),
                  operation);
  }

  const Graph& graph_;
  std::span<const Operation> operations_;
  std::vector<std::uint32_t> heights_;
  std::size_t left_;    ///< operations to place
  bool holds_ = false;  ///< whether late receipts wait: there is something else
  std::vector<std::uint32_t> missing_, earliest_, usual_, times_, ready_;
  std::string problem_;
};

/// Of the last instructions, how many can run behind the branch that they come before.
std::size_t behind_branch(const PlacedBlock& block) {
  const PlacedBranch& branch = block.branches.front();
  const bool has_condition = branch.condition != isa::BranchCondition::always;
  std::size_t count = 0;
  for (auto last = block.instructions.rbegin(); last != block.instructions.rend() && count < kDelaySlots;
       ++last, ++count)
    if (last->is_request || (has_condition && last->use.writes.test(kFlags)) || decides(*last, branch)) break;
  return count;
}

/// The later requests come, the longer others may wait for their results.
std::size_t until_requests(const PlacedBlock& block) {
  std::size_t sum = 0;
  for (std::size_t i = 0; i < block.instructions.size(); ++i)
    if (block.instructions[i].is_request) sum += 2 * i;
  return sum;
}

/// The best of some attempts.
struct Placed {
  PlacedBlock block;
  std::size_t cost = SIZE_MAX;
  std::string problem;
};

Placed place(const Block& block, unsigned attempts) {
  std::vector<Operation> operations;
  operations.reserve(block.operations.size());
  PlacedBlock placed;
  Operand by;  ///< the register of a branch by a table, if it has come
  for (const Operation& operation : block.operations) {
    if (operation.kind == OperationKind::define) continue;
    if (is_branch(operation)) {
      placed.branches.push_back({operation.branch,
                                 operation.to,
                                 operation.line,
                                 {},
                                 0,
                                 operation.targets,
                                 operation.entry_bits,
                                 operation.a.number});
      by = operation.a;
    } else if (operation.kind == OperationKind::end) {
      placed.ends = true;
    } else {
      operations.push_back(operation);
      if (by.is_file() && operation.target == by) placed.branches.front().is_written_again = true;
    }
  }
  const bool decides =
      !placed.branches.empty() && placed.branches.front().condition != isa::BranchCondition::always;
  const Graph graph(operations, decides);
  Placed best;
  for (unsigned attempt = 0; attempt < attempts; ++attempt) {
    Packer packer(graph, attempt);
    placed.instructions = packer.run();
    if (!packer.problem().empty()) return {{}, SIZE_MAX, packer.problem()};
    const std::size_t empty = placed.branches.empty() ? 0 : kDelaySlots - behind_branch(placed);
    const std::size_t cost = 16 * (placed.instructions.size() + packer.waits()) + 8 * empty +
                             block.operations.size() + until_requests(placed);
    if (cost >= best.cost) continue;
    best = {attempts == 1 ? std::move(placed) : placed, cost, {}};
  }
  return best;
}

unsigned attempts_for(const Block& block) {
  const std::size_t most = kMostAttempted / std::max<std::size_t>(block.operations.size(), 1);
  return static_cast<unsigned>(std::clamp<std::size_t>(most, 1, kMostAttempts));
}

/// Writes the blocks one behind the other and resolves branches.
class Assembler {
 public:
  MachineProgram run(const std::vector<PlacedBlock>& blocks) {
    find_entries(blocks);
    if (llvm::any_of(blocks, writes_entry_too_early)) program_.problem = "a branch by a table comes too late";
    for (std::uint32_t i = 0; i < blocks.size(); ++i) {
      if (const auto entry = entries_.find(i); entry != entries_.end()) align(entry->second);
      add_block(blocks[i]);
    }
    program_.starts.push_back(program_.words.size());
    for (const auto& [place, target] : branches_) {
      const auto offset = static_cast<std::int64_t>(program_.starts[target->to] + target->skipped) -
                          static_cast<std::int64_t>(place + 1 + kDelaySlots);
      isa::Instruction branch(program_.words[place]);
      branch.set(isa::field::immediate, static_cast<std::uint32_t>(offset * isa::kInstructionBytes));
      program_.words[place] = branch.word();
    }
    return std::move(program_);
  }

 private:
  /// Whether the register of a branch by a table is written for the next one before the branch.
  static bool writes_entry_too_early(const PlacedBlock& block) {
    return !block.branches.empty() && block.branches.front().is_written_again &&
           llvm::any_of(block.instructions, [&](const PlacedInstruction& instruction) {
             return instruction.use.writes.test(block.branches.front().by);
           });
  }

  /// Where a block that a branch by a table leads to begins.
  struct Entry {
    std::uint32_t first = 0;           ///< block of the table
    std::size_t behind = 0, size = 0;  ///< instructions behind the beginning of that, and up to the next one
  };

  void find_entries(const std::vector<PlacedBlock>& blocks) {
    for (const PlacedBlock& block : blocks)
      for (const PlacedBranch& branch : block.branches)
        for (std::uint32_t i = 0; i < branch.targets; ++i) {
          const std::size_t size = (std::size_t{1} << branch.entry_bits) / isa::kInstructionBytes;
          entries_[branch.to + i] = {branch.to, i * size, size};
        }
  }

  /// Control does not come here in line. A table begins with a line of the cache.
  void align(const Entry& entry) {
    constexpr std::size_t kLine = 8;
    std::size_t begin = (program_.words.size() + kLine - 1) / kLine * kLine;
    if (entry.behind > 0) begin = program_.starts[entry.first] + entry.behind;
    if (begin < program_.words.size())
      program_.problem = "a block of a table is too long";
    else
      while (program_.words.size() < begin) push(isa::make_nop().word(), 0);
  }

  void add_block(const PlacedBlock& block) {
    program_.starts.push_back(program_.words.size());
    for (const PlacedInstruction& instruction : block.instructions) push(instruction);
    for (const PlacedBranch& branch : block.branches) {
      branches_.emplace_back(program_.words.size(), &branch);
      auto word = isa::make_branch(branch.condition, true, 0);
      if (branch.targets > 0)
        word.set(isa::field::branch_register, true).set(isa::field::branch_raddr_a, branch.by);
      push(word.word(), branch.line);
      for (const PlacedInstruction& instruction : branch.slots) push(instruction);
    }
    if (!block.ends) return;
    push(isa::make_nop().set(isa::field::signal, isa::Signal::program_end).word(), 0);
    for (unsigned i = 0; i < isa::kThreadEndDelaySlots; ++i) push(isa::make_nop().word(), 0);
  }

  void push(const PlacedInstruction& instruction) {
    push(instruction.slot.encode().word(), instruction.slot.line());
  }
  void push(std::uint64_t word, std::uint32_t line) {
    program_.words.push_back(word);
    program_.lines.push_back(line);
  }

  MachineProgram program_;
  std::vector<std::pair<std::size_t, const PlacedBranch*>> branches_;
  std::map<std::uint32_t, Entry> entries_;  ///< by their block
};

}  // namespace

std::size_t packed_cost(const Block& block) { return place(block, 1).cost; }

MachineProgram pack_instructions(const Code& code) {
  std::vector<PlacedBlock> blocks;
  unsigned loops = 0;
  for (const Block& block : code.blocks) loops = std::max(loops, block.loops);
  for (const Block& block : code.blocks) {
    Placed placed = place(block, loops > 0 && block.loops == loops ? attempts_for(block) : 1);
    if (!placed.problem.empty()) return {{}, {}, {}, placed.problem};
    blocks.push_back(std::move(placed.block));
  }
  fill_delay_slots(blocks, code);
  return Assembler().run(blocks);
}

}  // namespace quadcl::compiler::qpu
