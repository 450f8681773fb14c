// SPDX-License-Identifier: Apache-2.0
#include "qpu/asm/checks/checker.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "qpu/asm/checks/effects.h"
#include "qpu/asm/checks/rules.h"
#include "qpu/asm/language/format.h"
#include "qpu/asm/printing/disassembler.h"

namespace quadcl::qpu::assembly {

namespace {

using Index = std::int32_t;  ///< of an instruction; -1 is "not known"
constexpr Index kUnknown = -1;
constexpr Index kWordBytes = isa::kInstructionBytes;

/// A branch whose delay slots are being executed.
struct PendingBranch {
  std::uint8_t slots = 0;  ///< still to execute; 0: no branch
  bool always = false;
  Index from = kUnknown;
  Index target = kUnknown;
  auto operator<=>(const PendingBranch&) const = default;
};

/// A point on a path. If several paths reach an equal point, only one is followed on.
struct Point {
  Index at = 0;
  std::array<Index, 3> before{kUnknown, kUnknown, kUnknown};
  std::array<PendingBranch, 2> branches;
  std::uint8_t end_slots = 0;  ///< delay slots of thrend still to execute; 0: no end is under way
  std::uint8_t from_start = 0;
  Index taken = kUnknown;  ///< the branch that led here, if one did
  bool load_in_flight = false;
  bool store_in_flight = false;
  auto operator<=>(const Point&) const = default;
};

class RuleWalk {
 public:
  RuleWalk(std::span<const std::uint64_t> words, const CheckerOptions& options) : options_(options) {
    for (std::uint64_t word : words) effects_.push_back(effects_of(isa::Instruction(word)));
    reached_.resize(words.size());
  }

  void start(Index at, bool program_start) {
    if (at < 0 || at >= size()) return;
    Point point;
    point.at = at;
    point.from_start = program_start ? 0 : kPastStart;
    certain_ = program_start;
    push(point);
    run();
  }

  bool reached(Index at) const { return reached_[static_cast<std::size_t>(at)]; }

  std::vector<CodeFinding> findings() const {
    std::vector<CodeFinding> result;
    for (const auto& [key, because_of] : found_) {
      result.push_back({std::get<1>(key), static_cast<std::uint32_t>(std::get<0>(key) * kWordBytes),
                        static_cast<std::uint32_t>(because_of * kWordBytes)});
    }
    return result;
  }

 private:
  static constexpr std::uint8_t kPastStart = 2;
  static constexpr std::size_t kMaximumPoints = 4'000'000;

  Index size() const { return static_cast<Index>(effects_.size()); }
  const Effects& at(Index i) const { return effects_[static_cast<std::size_t>(i)]; }

  void push(const Point& point) {
    if (seen_.size() < kMaximumPoints && seen_.insert(point).second) work_.push_back(point);
  }

  void run() {
    while (!work_.empty()) {
      const Point point = work_.back();
      work_.pop_back();
      step(point);
    }
  }

  void report(const RuleInfo& rule, Index where, Index because_of) {
    if (rule.pedantic && !options_.pedantic) return;
    found_.try_emplace({where, &rule}, because_of);
  }

  void step(const Point& point) {
    reached_[static_cast<std::size_t>(point.at)] = true;
    check_window(point);
    if (point.end_slots == 1) return;  // that was the last delay slot of thrend
    leave(point, advance(point));
  }

  // -- what comes after an instruction

  /// Updates history, ends and branches after the instruction. `at` is set later.
  Point advance(const Point& point) {
    const Effects& now = at(point.at);
    Point next = point;
    next.before = {point.at, point.before[0], point.before[1]};
    next.taken = kUnknown;
    next.from_start = std::min<std::uint8_t>(point.from_start + 1, kPastStart);
    if (point.end_slots > 0) {
      --next.end_slots;
    } else if (now.ends_program()) {
      next.end_slots = isa::kThreadEndDelaySlots;
    }
    track_dma(now, next);
    if (now.is_branch()) add_branch(point.at, next);
    return next;
  }

  static void track_dma(const Effects& now, Point& next) {
    // Reading the busy flag counts as waiting: it may be in a loop that waits.
    if (now.port_a == isa::read_address::dma_load_wait || now.port_a == isa::read_address::dma_load_busy) {
      next.load_in_flight = false;
    }
    if (now.port_b == isa::read_address::dma_store_wait || now.port_b == isa::read_address::dma_store_busy) {
      next.store_in_flight = false;
    }
    for (const WriteEffect& w : now.writes) {
      if (!w.to(isa::write_address::dma_load_address)) continue;
      (w.file == isa::RegisterFile::a ? next.load_in_flight : next.store_in_flight) = true;
    }
  }

  void add_branch(Index from, Point& next) {
    PendingBranch branch;
    branch.slots = isa::kBranchDelaySlots + 1;  // the branch instruction counts down, too
    branch.always = at(from).word.branch_condition() == isa::BranchCondition::always;
    branch.from = from;
    branch.target = target_of(from);
    PendingBranch& place = next.branches[0].slots == 0 ? next.branches[0] : next.branches[1];
    place = branch;
    const Effects& now = at(from);
    if (now.writes[0].active || now.writes[1].active) push_return_site(from);
  }

  /// A subroutine may return to the instruction behind the delay slots.
  void push_return_site(Index from) {
    const Index site = from + 1 + static_cast<Index>(isa::kBranchDelaySlots);
    if (site >= size()) return;
    Point point;
    point.at = site;
    point.from_start = kPastStart;
    push(point);
  }

  /// The target of a branch; unknown if it comes from a register or is a physical address.
  Index target_of(Index from) {
    const isa::Instruction word = at(from).word;
    if (word.branch_register() || !word.branch_relative()) return kUnknown;
    const std::int64_t address =
        std::int64_t{from + 1 + static_cast<Index>(isa::kBranchDelaySlots)} * kWordBytes +
        static_cast<std::int32_t>(word.immediate());
    if (address % kWordBytes == 0 && address >= 0 && address / kWordBytes < size())
      return static_cast<Index>(address / kWordBytes);
    report(kBranchOutside, from, from);
    return kUnknown;
  }

  /// Follows the branch that takes effect behind this instruction, or goes on in line.
  void leave(const Point& point, Point next) {
    for (PendingBranch& branch : next.branches) {
      if (branch.slots > 0) --branch.slots;
    }
    next.at = point.at + 1;
    if (lands(point)) {
      const PendingBranch landing = point.branches[0];
      next.branches[0] = next.branches[1];
      next.branches[1] = {};
      if (landing.target != kUnknown) {
        Point taken = next;
        taken.at = landing.target;
        taken.taken = landing.from;
        push(taken);
      }
      if (landing.always) return;
    }
    if (next.at < size()) return push(next);
    if (certain_) report(kRunsOffTheEnd, point.at, point.at);
  }

  static bool lands(const Point& point) { return point.branches[0].slots == 1; }

  // -- rules

  const Effects* effects_at(Index i) const { return i == kUnknown ? nullptr : &at(i); }

  Window window_of(const Point& point) const {
    Window window;
    window.now = &at(point.at);
    for (std::size_t i = 0; i < window.before.size(); ++i) window.before[i] = effects_at(point.before[i]);
    window.program = effects_;
    if (window.now->ends_program()) window.end_position = 0;
    if (point.end_slots > 0) window.end_position = isa::kThreadEndDelaySlots + 1 - point.end_slots;
    if (point.from_start < kPastStart) window.from_start = point.from_start;
    window.branch_lands = lands(point);
    window.taken = effects_at(point.taken);
    window.load_in_flight = point.load_in_flight;
    window.store_in_flight = point.store_in_flight;
    return window;
  }

  void check_window(const Point& point) {
    const Window window = window_of(point);
    for (const Rule& rule : window_rules()) {
      const auto distance = rule.broken(window);
      if (!distance) continue;
      report(rule.info, point.at, *distance == 0 ? point.at : point.before[*distance - 1]);
    }
  }

  CheckerOptions options_;
  bool certain_ = true;  ///< the code is known to be executed
  std::vector<Effects> effects_;
  std::vector<bool> reached_;
  std::set<Point> seen_;
  std::vector<Point> work_;
  std::map<std::tuple<Index, const RuleInfo*>, Index> found_;
};

std::vector<Index> code_indices(const Program& program) {
  std::vector<Index> result;
  for (const LineEntry& line : program.lines) {
    if (line.code && line.bytes == kWordBytes && line.address % kWordBytes == 0) {
      result.push_back(static_cast<Index>(line.address / kWordBytes));
    }
  }
  return result;
}

}  // namespace

std::vector<CodeFinding> check(std::span<const std::uint64_t> words, const CheckerOptions& options) {
  RuleWalk walk(words, options);
  walk.start(0, true);
  for (std::uint32_t entry : options.entries) walk.start(static_cast<Index>(entry / kWordBytes), true);
  return walk.findings();
}

std::vector<CodeFinding> check(const Program& program, const CheckerOptions& options) {
  const std::vector<std::uint64_t> words = program.words();
  const std::vector<Index> code = code_indices(program);
  const auto is_code = [&](Index i) { return std::binary_search(code.begin(), code.end(), i); };
  RuleWalk walk(words, options);
  if (is_code(0)) walk.start(0, true);
  for (const Label& label : program.labels) {
    const auto index = static_cast<Index>(label.address / kWordBytes);
    if (label.global && is_code(index)) walk.start(index, true);
  }
  for (std::uint32_t entry : options.entries) walk.start(static_cast<Index>(entry / kWordBytes), true);
  // Code that only computed jumps can reach.
  for (Index i : code) {
    if (!walk.reached(i)) walk.start(i, false);
  }
  return walk.findings();
}

std::string to_string(const CodeFinding& finding, std::span<const std::uint64_t> words) {
  std::string text = format("%06x: ", finding.address) + std::string(text_of(finding.rule->severity));
  text += disassemble_word(words[finding.address / kWordBytes]) + ": " + std::string(finding.rule->summary);
  if (finding.because_of != finding.address)
    text +=
        format("; see %06x: ", finding.because_of) + disassemble_word(words[finding.because_of / kWordBytes]);
  return text + " [" + std::string(finding.rule->name) + "]\n    hint: " + std::string(finding.rule->hint);
}

}  // namespace quadcl::qpu::assembly
