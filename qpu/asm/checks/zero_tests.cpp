// SPDX-License-Identifier: Apache-2.0
#include "qpu/asm/checks/zero_tests.h"

#include <bitset>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "qpu/isa/tables.h"

namespace quadcl::qpu::assembly {

namespace {

using isa::Condition;
using isa::Mux;

/// A set of registers, one bit each: file A, file B, r0 to r3.
using Places = std::bitset<68>;
constexpr std::size_t kFileB = 32, kAccumulators = 64;

/// What is not known at a point of a path. Of the values in `registers` only one thing is: whether they are
/// 0.
struct Unknown {
  Places registers;
  bool flags = false;  ///< N and C; Z is known
  bool none() const { return registers.none() && !flags; }
};

/// One of the two operations of an instruction.
struct HalfOfInstruction {
  const Effects& effects;
  bool mul;

  isa::Instruction word() const { return effects.word; }
  const WriteEffect& write() const { return effects.writes[mul ? 1 : 0]; }
  bool sets_flags() const {
    return word().set_flags() && (!mul || (word().is_alu() && word().op_add() == isa::AddOp::nop));
  }
  Condition condition() const { return mul ? word().cond_mul() : word().cond_add(); }
  Mux first() const { return mul ? word().mul_a() : word().add_a(); }
  Mux second() const { return mul ? word().mul_b() : word().add_b(); }
  unsigned operands() const {
    if (!word().is_alu()) return 0;
    return mul ? isa::info(word().op_mul()).operands : isa::info(word().op_add()).operands;
  }
  /// The result is 0 exactly if all operands are.
  bool keeps_zero() const {
    const bool move = mul ? word().op_mul() == isa::MulOp::v8min && first() == second()
                          : word().op_add() == isa::AddOp::bit_or;
    return move && !effects.rotates() && word().unpack() == isa::Unpack::none &&
           word().pack() == isa::Pack::none;
  }
};

std::optional<std::size_t> place_of(const Effects& effects, Mux mux) {
  if (mux <= Mux::r3) return kAccumulators + static_cast<std::size_t>(mux);
  if (mux == Mux::file_a && effects.port_a && *effects.port_a < 32) return *effects.port_a;
  if (mux == Mux::file_b && effects.port_b && *effects.port_b < 32) return kFileB + *effects.port_b;
  return std::nullopt;
}

std::optional<std::size_t> place_of(const WriteEffect& write) {
  if (write.to_file()) return write.address + (write.file == isa::RegisterFile::b ? kFileB : 0);
  if (write.in_range(isa::write_address::r0, isa::write_address::r3)) {
    return kAccumulators + write.address - isa::write_address::r0;
  }
  return std::nullopt;
}

bool uses(const HalfOfInstruction& operation, const Unknown& unknown) {
  const auto is_unknown = [&](Mux mux) {
    const auto place = place_of(operation.effects, mux);
    return place && unknown.registers[*place];
  };
  const unsigned operands = operation.operands();
  return (operands > 0 && is_unknown(operation.first())) || (operands > 1 && is_unknown(operation.second()));
}

/// Whether the outcome of the operation depends on more than what is known.
bool depends(const HalfOfInstruction& operation, const Unknown& unknown) {
  const WriteEffect& write = operation.write();
  if (!write.active && !operation.sets_flags()) return false;
  if (unknown.flags && operation.condition() >= Condition::negative_set) return true;
  if (!uses(operation, unknown)) return false;
  return !operation.keeps_zero() || (write.active && !place_of(write));
}

void update(const HalfOfInstruction& operation, const Unknown& before, Unknown& after) {
  const bool unknown = uses(operation, before);
  const bool always = operation.condition() == Condition::always;
  if (const auto place = place_of(operation.write()); place && (unknown || always)) {
    after.registers[*place] = unknown;
  }
  if (operation.sets_flags() && (unknown || always)) after.flags = unknown;
}

bool needs_n_or_c(isa::BranchCondition condition) {
  return condition >= isa::BranchCondition::all_negative_set && condition != isa::BranchCondition::always;
}

class ZeroTestWalk {
 public:
  explicit ZeroTestWalk(std::span<const Effects> program) : program_(program) {}

  bool run(std::size_t at) {
    const HalfOfInstruction source{program_[at], false};
    const auto place = place_of(source.write());
    if (!place) return false;
    Point first;
    first.at = at + 1;
    first.unknown.registers.set(*place);
    first.unknown.flags = source.sets_flags();
    push(first);
    while (!work_.empty()) {
      const Point point = work_.back();
      work_.pop_back();
      if (!step(point)) return false;
    }
    return true;
  }

 private:
  struct Point {
    std::size_t at = 0;
    Unknown unknown;
    unsigned slots = 0;  ///< of a branch, still to execute; 0: no branch is under way
    bool always = false;
    std::size_t target = 0;
    unsigned end_slots = 0;
  };
  using Key = std::tuple<std::size_t, std::string, bool, unsigned, bool, std::size_t, unsigned>;
  static constexpr std::size_t kMaximumPoints = 10'000;

  void push(const Point& p) {
    if (p.unknown.none()) return;
    const Key key(p.at, p.unknown.registers.to_string(), p.unknown.flags, p.slots, p.always, p.target,
                  p.end_slots);
    if (seen_.insert(key).second) work_.push_back(p);
  }

  bool step(Point point) {
    if (point.at >= program_.size() || seen_.size() > kMaximumPoints) return false;
    const Effects& now = program_[point.at];
    if (now.is_branch() ? !branch(now, point) : !execute(now, point.unknown)) return false;
    if (point.end_slots == 1) return true;
    if (point.end_slots > 0) --point.end_slots;
    if (now.ends_program()) point.end_slots = isa::kThreadEndDelaySlots;
    leave(point);
    return true;
  }

  static bool execute(const Effects& now, Unknown& unknown) {
    const isa::Signal signal = now.word.signal();
    if (signal == isa::Signal::thread_switch || signal == isa::Signal::last_thread_switch) return false;
    const Unknown before = unknown;
    for (const bool mul : {false, true}) {
      const HalfOfInstruction operation{now, mul};
      if (depends(operation, before)) return false;
      update(operation, before, unknown);
    }
    return true;
  }

  /// Starts a branch. Its link is not followed.
  bool branch(const Effects& now, Point& point) const {
    const isa::Instruction word = now.word;
    const bool links = now.writes[0].active || now.writes[1].active;
    if (point.slots > 0 || word.branch_register() || !word.branch_relative() || links) return false;
    if (point.unknown.flags && needs_n_or_c(word.branch_condition())) return false;
    const std::int64_t behind = static_cast<std::int64_t>(point.at) + 1 + isa::kBranchDelaySlots;
    const std::int64_t distance = static_cast<std::int32_t>(word.immediate());
    const std::int64_t target = behind + distance / std::int64_t{isa::kInstructionBytes};
    if (target < 0) return false;
    point.slots = isa::kBranchDelaySlots + 1;
    point.always = word.branch_condition() == isa::BranchCondition::always;
    point.target = static_cast<std::size_t>(target);
    return true;
  }

  void leave(Point point) {
    ++point.at;
    const bool lands = point.slots == 1;
    if (point.slots > 0) --point.slots;
    if (lands) {
      Point taken = point;
      taken.at = point.target;
      taken.always = false;
      push(taken);
      if (point.always) return;
    }
    push(point);
  }

  std::span<const Effects> program_;
  std::set<Key> seen_;
  std::vector<Point> work_;
};

}  // namespace

bool is_never_zero(const Effects& effects) {
  const isa::Instruction word = effects.word;
  if (effects.form != isa::EncodingClass::alu_small_immediate || effects.rotates()) return false;
  const HalfOfInstruction add{effects, false};
  const bool register_and_constant = (add.first() == Mux::file_a && add.second() == Mux::file_b) ||
                                     (add.first() == Mux::file_b && add.second() == Mux::file_a);
  const HalfOfInstruction mul{effects, true};
  const bool also_multiplies =
      mul.operands() > 0 && (mul.first() == Mux::file_a || mul.second() == Mux::file_a);
  return add.keeps_zero() && register_and_constant && word.small_immediate() != 0 && !also_multiplies;
}

bool only_tested_for_zero(std::span<const Effects> program, std::size_t at) {
  return ZeroTestWalk(program).run(at);
}

}  // namespace quadcl::qpu::assembly
