// SPDX-License-Identifier: Apache-2.0
// Local memory in registers: one for each row of 16 words. As an instruction names its registers, there is
// code for each row, to which a branch by a table leads (docs/adr/0036-local-memory-behind-tables.md).
//
// Pointers are the same numbers as where local memory lies in the VPM.
#include "compiler/qpu/select/select.h"

#include "compiler/qpu/analysis/chip.h"

namespace quadcl::compiler::qpu {
namespace {

using isa::AddOp;
using isa::BranchCondition;
using isa::Condition;

constexpr unsigned kRowBits = 6;                     ///< of an address, below the number of the row
constexpr unsigned kShortEntry = 5, kLongEntry = 6;  ///< of tables: four and eight instructions
constexpr std::uint32_t kEntryMask = ~((1U << kLongEntry) - 1);
constexpr unsigned kNextLane = 15;  ///< the rotation that brings it to lane 0
constexpr std::uint32_t kLastLane = 15;

}  // namespace

/// Whether local memory is in registers. To be asked where an access is one for which these have no code:
/// register_rows() leaves such kernels out.
bool Selector::has_no_code_in_registers() {
  if (has_local_registers() && result_.problem.empty())
    result_.problem = "it accesses local memory at places that are not in registers";
  return has_local_registers();
}

/// Numbers of rows, with that of the last one for those beyond it, where lanes access nothing: no branch
/// leaves its table.
Operand Selector::row_in_registers(Operand row) {
  return emit_.add(AddOp::min, row, constant(program_.local_rows - 1));
}

/// Code for the register of the row whose number lane 0 has, of at most an operation or two. Flags that were
/// set before are still set there. A branch goes by the number of another lane, which may have no work-item.
void Selector::at_local_row(Operand row, AtRegister at_register) {
  const unsigned loops = 1 + flow_.loops(*block_);
  const Operand place = emit_.add(AddOp::shl, row_in_registers(first_lane(row)), constant(kShortEntry));
  std::uint32_t last = emit_.block();
  std::vector<std::uint32_t> entries;
  for (unsigned i = 0; i < program_.local_rows; ++i)
    entries.push_back(last = emit_.new_block_behind(last, loops));
  const std::uint32_t rest = emit_.new_block_behind(last, loops);
  emit_.branch_by_table(place, entries.front(), program_.local_rows, kShortEntry);
  for (unsigned i = 0; i < program_.local_rows; ++i) {
    emit_.go_to(entries[i]);
    at_register(program_.rows_in_registers[i]);
    emit_.branch(BranchCondition::always, rest);
  }
  emit_.go_to(rest);
}

Operand Selector::read_local_row(Operand row) {
  if (!has_local_registers()) return read_row(row);
  const Operand words = emit_.code().new_value();
  at_local_row(row, [&](Operand of_row) { emit_.move_to(words, of_row); });
  return words;
}

/// Of whole words.
void Selector::merge_into_local_row(Operand row, const Bits& bits) {
  if (!has_local_registers()) return merge_into_row(row, read_row(row), bits);
  emit_.flags(AddOp::bit_or, bits.mask, bits.mask);
  at_local_row(row, [&](Operand words) { emit_.move_to(words, bits.value, Condition::zero_clear); });
}

/// For each lane the entry of its row, and the column below it. Lanes that store nothing have the entry
/// behind those of rows.
Operand Selector::entries_of(Operand address) {
  const Operand row =
      emit_.add(AddOp::bit_and, emit_.add(AddOp::shr, address, constant(kRowBits)), constant(kRowMask));
  const Operand column =
      emit_.add(AddOp::bit_and, emit_.add(AddOp::shr, address, constant(2)), constant(kColumnMask));
  const Operand entry = emit_.add(AddOp::shl, row_in_registers(row), constant(kLongEntry));
  const Operand place = emit_.add(AddOp::bit_or, entry, column), lanes = storing_lanes();
  const Operand wanted = emit_.move(constant(program_.local_rows << kLongEntry));
  emit_.flags(AddOp::bit_or, lanes, lanes);
  return emit_.move_to(wanted, place, Condition::zero_clear);
}

/// What lanes that take turns have before the first one. A constant is in lane 0 only: where it comes to is
/// the column of each turn, and what changes nothing comes to the others.
Selector::TurnsOfLanes Selector::begin_turns(Operand address, Operand value,
                                             std::optional<std::uint32_t> neutral) {
  TurnsOfLanes turns;
  turns.all_same = neutral && value.place == Place::immediate;
  turns.places = emit_.move(entries_of(address));
  turns.held = emit_.move(turns.all_same ? constant(*neutral) : value);
  turns.change = emit_.code().new_value();
  turns.mask = constant(kEntryMask);
  if (turns.all_same) {
    emit_.flags(AddOp::bit_or, program_.lane, program_.lane);
    emit_.move_to(turns.held, value, Condition::zero_set);
  } else {
    turns.marks = emit_.add(AddOp::shr, constant(kSignBit), program_.lane);
  }
  return turns;
}

/// The entry of the lane whose turn is next. r5 has its place then, and lane 0 that of the lane behind it.
void Selector::next_entry(const TurnsOfLanes& turns, Operand entry) {
  emit_.move_to(kBroadcast, turns.places);
  emit_.rotate_held_to(turns.places, turns.places, kNextLane);
  emit_.add_to(entry, AddOp::bit_and, accumulator(kBroadcasts), turns.mask);
}

/// Brings the number of the lane whose place r5 has to the column of that place, which flag N shows.
void Selector::take_number(const TurnsOfLanes& turns) {
  emit_.rotate_held_to(turns.change, turns.held, kByR5);
  if (turns.all_same) return;
  emit_.flags(AddOp::shl, turns.marks, accumulator(kBroadcasts));
  emit_.rotate_held_to(turns.held, turns.held, kNextLane);
}

/// An atomic operation whose result nothing needs. From the entry for the row of one lane, control goes to
/// that of the next lane, and behind the last one to the rest of the kernel. While one lane is served,
/// `entry` is that of the next one, r5 has its place, and lane 0 of `places` has that of the one behind it.
void Selector::add_in_registers(AddOp op, Operand address, Operand value,
                                std::optional<std::uint32_t> neutral) {
  const TurnsOfLanes turns = begin_turns(address, value, neutral);
  const Operand first = emit_.code().new_value(), entry = emit_.code().new_value();
  next_entry(turns, first);
  // In its last lane, `places` has the first place again: behind that lane comes the rest.
  emit_.flags(AddOp::bit_xor, program_.lane, constant(kLastLane));
  emit_.move_to(turns.places, constant((program_.local_rows + 1) << kLongEntry), Condition::zero_set);
  take_number(turns);
  next_entry(turns, entry);
  add_by_table(op, turns, first, entry);
}

/// The code for each row, and for lanes that change none, from which control leaves by `entry`.
void Selector::add_by_table(AddOp op, const TurnsOfLanes& turns, Operand first, Operand entry) {
  const unsigned loops = 1 + flow_.loops(*block_), rows = program_.local_rows;
  std::uint32_t last = emit_.block();
  std::vector<std::uint32_t> entries;
  for (unsigned i = 0; i <= rows; ++i) entries.push_back(last = emit_.new_block_behind(last, loops + 1));
  const std::uint32_t rest = emit_.new_block_behind(last, loops);
  const auto leave_by = [&](Operand place) {
    emit_.branch_by_table(place, entries.front(), rows + 2, kLongEntry);
  };
  leave_by(first);
  for (unsigned i = 0; i <= rows; ++i) {
    emit_.go_to(entries[i]);
    leave_by(entry);
    if (i < rows) {
      const Operand words = program_.rows_in_registers[i];
      emit_.add_to(words, op, words, turns.change,
                   turns.all_same ? Condition::always : Condition::negative_set);
    }
    take_number(turns);
    next_entry(turns, entry);
  }
  emit_.go_to(rest);
}

}  // namespace quadcl::compiler::qpu
