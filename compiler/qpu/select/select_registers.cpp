// SPDX-License-Identifier: Apache-2.0
// Local memory in registers: one for each row of 16 words. As an instruction names its registers, there is
// code for each row, to which a branch by a table leads (docs/adr/0036-local-memory-behind-tables.md).
//
// Pointers are the same numbers as where local memory lies in the VPM.
#include "compiler/qpu/select/select.h"

namespace quadcl::compiler::qpu {
namespace {

using isa::AddOp;
using isa::BranchCondition;
using isa::Condition;

constexpr unsigned kRowBits = 6;                     ///< of an address, below the number of the row
constexpr unsigned kShortEntry = 5, kLongEntry = 6;  ///< of tables: four and eight instructions
constexpr std::uint32_t kRowMask = 63, kColumnMask = 15;
constexpr unsigned kNextLane = 15;  ///< the rotation that brings it to lane 0
constexpr std::uint32_t kLastLane = 15, kSign = 0x80000000;
constexpr unsigned kByR5 = 16;

}  // namespace

/// Numbers of rows, or that of the last one where a row is beyond it.
Operand Selector::row_in_registers(Operand row) {
  return emit_.add(AddOp::min, row, constant(program_.local_rows - 1));
}

/// Code for the register of a row whose number all lanes have, of at most an operation or two. Flags that
/// were set before are still set there.
void Selector::at_local_row(Operand row, AtRegister at_register) {
  const unsigned loops = 1 + flow_.loops(*block_);
  const Operand place = emit_.add(AddOp::shl, row_in_registers(row), constant(kShortEntry));
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
Operand Selector::next_entries(Operand address) {
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

/// An atomic operation whose result nothing needs. From the entry for the row of one lane, control goes to
/// that of the next lane, and behind the last one to the rest of the kernel. While one lane is served,
/// `entry` is that of the next one, r5 has its place, and lane 0 of `places` has that of the one behind it.
void Selector::add_in_registers(AddOp op, Operand address, Operand value,
                                std::optional<std::uint32_t> neutral) {
  const bool all_same = neutral && value.place == Place::immediate;
  const Operand places = emit_.move(next_entries(address)), marks = emit_.code().new_value();
  const Operand held = emit_.move(all_same ? constant(*neutral) : value), entry = emit_.code().new_value(),
                change = emit_.code().new_value(), mask = constant(~((1U << kLongEntry) - 1));
  const auto take = [&] {  // of the lane whose place r5 has
    emit_.rotate_held_to(change, held, kByR5);
    if (all_same) return;
    emit_.flags(AddOp::shl, marks, accumulator(5));
    emit_.rotate_held_to(held, held, kNextLane);
  };
  const auto turn = [&] {
    emit_.move_to(kBroadcast, places);
    emit_.rotate_held_to(places, places, kNextLane);
    return emit_.add(AddOp::bit_and, accumulator(5), mask);
  };
  emit_.flags(AddOp::bit_or, program_.lane, program_.lane);
  if (all_same) emit_.move_to(held, value, Condition::zero_set);
  if (!all_same) emit_.add_to(marks, AddOp::shr, constant(kSign), program_.lane);
  const Operand first = turn();
  // In its last lane, `places` has the first place again.
  emit_.flags(AddOp::bit_xor, program_.lane, constant(kLastLane));
  emit_.move_to(places, constant((program_.local_rows + 1) << kLongEntry), Condition::zero_set);
  take();
  emit_.move_to(entry, turn());
  const unsigned loops = 2 + flow_.loops(*block_);
  std::vector<std::uint32_t> blocks{emit_.block()};
  for (unsigned i = 0; i <= program_.local_rows; ++i)
    blocks.push_back(emit_.new_block_behind(blocks.back(), loops));
  const std::uint32_t rest = emit_.new_block_behind(blocks.back(), loops - 1);
  const auto leave_by = [&](Operand place) {
    emit_.branch_by_table(place, blocks[1], program_.local_rows + 2, kLongEntry);
  };
  leave_by(first);
  for (unsigned i = 0; i <= program_.local_rows; ++i) {
    emit_.go_to(blocks[i + 1]);
    leave_by(entry);
    if (i < program_.local_rows) {
      const Operand words = program_.rows_in_registers[i];
      emit_.add_to(words, op, words, change, all_same ? Condition::always : Condition::negative_set);
    }
    take();
    emit_.move_to(kBroadcast, places);
    emit_.rotate_held_to(places, places, kNextLane);
    emit_.add_to(entry, AddOp::bit_and, accumulator(5), mask);
  }
  emit_.go_to(rest);
}

}  // namespace quadcl::compiler::qpu
