// SPDX-License-Identifier: Apache-2.0
#include "compiler/qpu/machine/tidy.h"

#include <llvm/ADT/STLExtras.h>

#include <algorithm>
#include <optional>

#include "compiler/qpu/machine/dependences.h"
#include "compiler/qpu/machine/liveness.h"
#include "compiler/qpu/machine/uses.h"

namespace quadcl::compiler::qpu {
namespace {

bool is_dead(const Operation& operation, const llvm::BitVector& live) {
  if (has_effect(operation)) return false;
  if (operation.target.place == Place::none) return true;
  return operation.target.is_value() && !live.test(operation.target.number);
}

bool reads_flags(const Operation& operation) {
  return operation.is_conditional() ||
         (is_branch(operation) && operation.branch != isa::BranchCondition::always);
}

/// Flags are taken for read behind the block.
bool drop_dead_once(Code& code) {
  const Liveness liveness = find_liveness(code);
  bool changes = false;
  for (std::size_t i = 0; i < code.blocks.size(); ++i) {
    llvm::BitVector live = liveness.out[i];
    std::vector<Operation> kept;
    bool flags_are_read = true;
    for (Operation& operation : llvm::reverse(code.blocks[i].operations)) {
      const bool has_needless_flags = operation.sets_flags && !flags_are_read;
      if (has_needless_flags) operation.sets_flags = false;
      const bool goes = is_dead(operation, live);
      changes |= has_needless_flags || goes;
      if (goes) continue;
      step_back(operation, live);
      if (operation.sets_flags && !operation.is_conditional()) flags_are_read = false;
      if (reads_flags(operation)) flags_are_read = true;
      kept.push_back(operation);
    }
    std::reverse(kept.begin(), kept.end());
    code.blocks[i].operations = std::move(kept);
  }
  return changes;
}

/// Of r4 or r5.
bool changes(const Operation& operation, std::uint32_t number) {
  if (number == kBroadcasts) return operation.target == kBroadcast;
  return operation.kind == OperationKind::receive || writes_special_function(operation);
}

/// Tries it for the move at `place`. All readers must be between it and the next change of what it moves.
bool replace_readers(Block& block, std::size_t place, const llvm::BitVector& live_out, std::size_t uses) {
  const Operand moved = block.operations[place].target, source = block.operations[place].a;
  if (live_out.test(moved.number)) return false;
  std::size_t found = 0, end = place + 1;
  for (; end < block.operations.size(); ++end) {
    const Operation& operation = block.operations[end];
    found += (operation.a == moved) + (operation.b == moved);
    if (operation.target == moved || (operation.reads(moved) && operation.kind == OperationKind::rotate))
      return false;
    if (changes(operation, source.number)) {
      ++end;
      break;
    }
  }
  if (found != uses || found == 0) return false;
  for (std::size_t i = place + 1; i < end; ++i) {
    if (block.operations[i].a == moved) block.operations[i].a = source;
    if (block.operations[i].b == moved) block.operations[i].b = source;
  }
  block.operations.erase(block.operations.begin() + static_cast<std::ptrdiff_t>(place));
  return true;
}

/// To a TMU or the VPM, of all lanes.
bool moves_to_port(const Operation& operation) {
  return operation.kind == OperationKind::move && operation.a.is_value() && !operation.is_conditional() &&
         !operation.sets_flags &&
         (writes_tmu(operation) || operation.target == port(isa::write_address::vpm));
}

/// Where the block computes what the move at `place` moves, if that could as well be done there; else
/// `place`.
std::size_t source_of(const Block& block, std::size_t place) {
  const Operand moved = block.operations[place].a;
  std::size_t source = place;
  while (source > 0 && block.operations[source - 1].target != moved) --source;
  if (source == 0) return place;
  const Operation& found = block.operations[--source];
  const bool is_of_alu = found.kind == OperationKind::add || found.kind == OperationKind::multiply;
  if (!is_of_alu || found.is_conditional() || found.sets_flags) return place;
  for (const Operand& operand : {found.a, found.b}) {
    if (operand.place == Place::none || operand.place == Place::immediate) continue;
    if (!operand.is_value()) return place;
    for (std::size_t i = source + 1; i < place; ++i)
      if (block.operations[i].target == operand) return place;
  }
  return source;
}

/// From values and constants, in all lanes.
bool only_sets_flags(const Operation& operation) {
  const auto is_steady = [](const Operand& operand) {
    return operand.is_value() || operand.place == Place::immediate || operand.place == Place::none;
  };
  return operation.kind == OperationKind::add && operation.sets_flags &&
         operation.target.place == Place::none && !operation.is_conditional() && is_steady(operation.a) &&
         is_steady(operation.b);
}

/// Whether both set flags alike.
bool tests_same(const Operation& one, const Operation& other) {
  const bool shows_order = one.add == isa::AddOp::min || one.add == isa::AddOp::max;
  return computes_same(one, other) && (!shows_order || one.a == other.a);
}

constexpr isa::AddOp kOfIntegers[] = {isa::AddOp::add,    isa::AddOp::sub,     isa::AddOp::shr,
                                      isa::AddOp::asr,    isa::AddOp::ror,     isa::AddOp::shl,
                                      isa::AddOp::min,    isa::AddOp::max,     isa::AddOp::bit_and,
                                      isa::AddOp::bit_or, isa::AddOp::bit_xor, isa::AddOp::bit_not};

/// An operation of integers on values and constants, in all lanes, that could set flags.
bool may_set_flags(const Operation& operation) {
  Operation setting = operation;
  setting.sets_flags = true;
  setting.target = {};
  return operation.target.is_value() && !operation.sets_flags && only_sets_flags(setting) &&
         std::find(std::begin(kOfIntegers), std::end(kOfIntegers), operation.add) != std::end(kOfIntegers);
}

/// The value that it compares with 0, by flags Z and N; none if it does something else.
Operand compared_with_zero(const Operation& operation) {
  if (operation.kind != OperationKind::add || !operation.sets_flags || operation.target.place != Place::none)
    return {};
  const bool with_zero = operation.b == immediate(0) &&
                         (operation.add == isa::AddOp::bit_xor || operation.add == isa::AddOp::bit_or);
  const bool with_itself = operation.add == isa::AddOp::bit_or && operation.a == operation.b;
  return operation.a.is_value() && (with_zero || with_itself) ? operation.a : Operand{};
}

bool reads_carry(const Operation& operation) {
  using enum isa::BranchCondition;
  if (is_branch(operation))
    return operation.branch == all_carry_set || operation.branch == all_carry_clear ||
           operation.branch == any_carry_set || operation.branch == any_carry_clear;
  return operation.condition == isa::Condition::carry_set ||
         operation.condition == isa::Condition::carry_clear;
}

bool sets_all_flags(const Operation& operation) {
  return operation.sets_flags && !operation.is_conditional();
}

/// Whether flag C is read from the operation on, before another one sets it.
bool reads_carry_from(const Block& block, std::size_t first, bool is_read_behind) {
  for (std::size_t i = first; i < block.operations.size(); ++i) {
    if (reads_carry(block.operations[i])) return true;
    if (sets_all_flags(block.operations[i])) return false;
  }
  return is_read_behind;
}

/// Lets the operation whose result the one at `place` compares with 0 do that, and drops one of the two.
bool merge_flags(Block& block, std::size_t place, const Uses& uses, bool carry_is_read) {
  auto& operations = block.operations;
  const Operand tested = compared_with_zero(operations[place]);
  if (!tested.is_value() || uses.writes[tested.number] != 1) return false;
  std::size_t source = place;
  bool has_flags = false, is_steady = true;
  while (source > 0 && operations[source - 1].target != tested) {
    const Operation& between = operations[--source];
    has_flags |= between.sets_flags || between.is_conditional();
  }
  if (source == 0 || !may_set_flags(operations[--source])) return false;
  Operation& found = operations[source];
  for (std::size_t i = source + 1; i < place; ++i)
    is_steady &= !operations[i].target.is_value() || !found.reads(operations[i].target);
  if (reads_carry_from(block, place + 1, carry_is_read)) return false;
  const std::size_t own = (operations[place].a == tested) + (operations[place].b == tested);
  if (is_steady && uses.reads[tested.number] == own) {
    operations[place].add = found.add;
    operations[place].a = found.a;
    operations[place].b = found.b;
    operations.erase(operations.begin() + static_cast<std::ptrdiff_t>(source));
    return true;
  }
  if (has_flags || operations[place].is_conditional()) return false;
  found.sets_flags = true;
  operations.erase(operations.begin() + static_cast<std::ptrdiff_t>(place));
  return true;
}

bool moves_result(const Operation& operation) {
  const bool is_result = operation.a == accumulator(kResults) || operation.a == accumulator(kBroadcasts);
  return operation.kind == OperationKind::move && is_result && operation.target.is_value() &&
         !operation.is_conditional() && !operation.sets_flags;
}

}  // namespace

/// Of all lanes clear is the inverse of any lane set, and so on: their codes differ in two bits.
isa::BranchCondition inverse(isa::BranchCondition condition) {
  return static_cast<isa::BranchCondition>(static_cast<unsigned>(condition) ^ 3U);
}

/// Each condition and its inverse have codes that differ in the lowest bit.
isa::Condition inverse(isa::Condition condition) {
  return static_cast<isa::Condition>(static_cast<unsigned>(condition) ^ 1U);
}

void drop_dead_operations(Code& code) {
  while (drop_dead_once(code)) {
  }
}

void forget_last_row(Code& code, std::span<const std::uint32_t> starts_of_rows) {
  const Liveness liveness = find_liveness(code);
  std::vector<Operation> defines;
  for (const unsigned number : liveness.in.front().set_bits()) {
    Operation define;
    define.kind = OperationKind::define;
    define.target = value(number);
    defines.push_back(define);
  }
  for (const std::uint32_t start : starts_of_rows) {
    auto& operations = code.blocks[start].operations;
    operations.insert(operations.begin(), defines.begin(), defines.end());
  }
}

void drop_repeated_flags(Code& code) {
  for (Block& block : code.blocks) {
    std::optional<Operation> last;
    std::erase_if(block.operations, [&](const Operation& operation) {
      if (last && only_sets_flags(operation) && tests_same(operation, *last)) return true;
      if (operation.sets_flags) last.reset();
      if (only_sets_flags(operation)) last = operation;
      if (last && operation.target.is_value() && last->reads(operation.target)) last.reset();
      return false;
    });
  }
}

void set_flags_directly(Code& code) {
  const Uses uses(code);
  const bool carry_is_read = std::any_of(code.blocks.begin(), code.blocks.end(), [](const Block& block) {
    return reads_carry_from(block, 0, false);
  });
  for (Block& block : code.blocks)
    for (std::size_t place = 0; place < block.operations.size();)
      if (!merge_flags(block, place, uses, carry_is_read)) ++place;
}

void drop_needless_branches(Code& code) {
  for (std::uint32_t i = 0; i < code.blocks.size(); ++i) {
    auto& operations = code.blocks[i].operations;
    const auto leads_on = [&](const Operation& operation) {
      return is_branch(operation) && !is_table(operation) && operation.to == i + 1;
    };
    const std::size_t count = operations.size();
    if (count >= 2 && is_branch(operations[count - 2]) && leads_on(operations[count - 2]) &&
        is_jump(operations[count - 1])) {
      operations[count - 2].branch = inverse(operations[count - 2].branch);
      operations[count - 2].to = operations[count - 1].to;
      operations.pop_back();
    }
    if (!operations.empty() && leads_on(operations.back())) operations.pop_back();
  }
}

void join_branches(Code& code) {
  std::vector<std::uint32_t> branches = branches_to_blocks(code);
  for (std::uint32_t i = 0; i + 1 < code.blocks.size(); ++i) {
    auto &operations = code.blocks[i].operations, &next = code.blocks[i + 1].operations;
    if (operations.empty() || next.size() != 1 || !is_jump(next.front())) continue;
    Operation& around = operations.back();
    if (!is_branch(around) || around.branch == isa::BranchCondition::always || around.to != i + 2) continue;
    if (branches[i + 1] > 0) continue;
    --branches[around.to];
    around.branch = inverse(around.branch);
    around.to = next.front().to;
    next.clear();
  }
}

void write_ports_directly(Code& code) {
  const Uses uses(code);
  for (Block& block : code.blocks) {
    for (std::size_t place = 0; place < block.operations.size(); ++place) {
      const Operation& move = block.operations[place];
      if (!moves_to_port(move) || uses.reads[move.a.number] != 1 || uses.writes[move.a.number] != 1) continue;
      const std::size_t source = source_of(block, place);
      if (source == place) continue;
      Operation merged = block.operations[source];
      merged.target = move.target;
      block.operations[place] = merged;
      block.operations.erase(block.operations.begin() + static_cast<std::ptrdiff_t>(source));
      --place;
    }
  }
}

void read_results_directly(Code& code) {
  const Liveness liveness = find_liveness(code);
  const Uses uses(code);
  for (std::size_t i = 0; i < code.blocks.size(); ++i) {
    Block& block = code.blocks[i];
    for (std::size_t place = 0; place < block.operations.size();) {
      const Operation& operation = block.operations[place];
      const bool replaced =
          moves_result(operation) && uses.writes[operation.target.number] == 1 &&
          replace_readers(block, place, liveness.out[i], uses.reads[operation.target.number]);
      if (!replaced) ++place;
    }
  }
}

}  // namespace quadcl::compiler::qpu
