// SPDX-License-Identifier: Apache-2.0
// Accesses of the VPM at places that are anywhere, one lane after the other. The code for one lane is four to
// ten instructions, without branches. All 16 lanes follow one another, or a few of them in a loop where a
// kernel has many such accesses.
//
// Marks are a number of each lane that a shift makes negative in one lane only, which flag N shows then. A
// store reads the row of the VPM, changes a lane and writes it. One QPU uses the row, so that each lane sees
// what those before stored.
#include <llvm/IR/InstIterator.h>

#include "compiler/qpu/select/select.h"

#include "compiler/qpu/analysis/chip.h"

namespace quadcl::compiler::qpu {
namespace {

using isa::AddOp;
using isa::BranchCondition;
using isa::Condition;

constexpr unsigned kColumnBits = 5;      ///< of a place, below the set-up of its row
constexpr std::uint32_t kNoColumn = 16;  ///< shifts all marks out
/// So many scattered accesses have code for each lane. Of more, a turn of a loop has code for some.
constexpr unsigned kFewAccesses = 8, kLanesOfTurn = 4;

/// The rotation that brings a lane to lane 0.
unsigned to_first(unsigned lane) { return (kLanes - lane) % kLanes; }

}  // namespace

bool Selector::is_scattered(const llvm::Value& pointer) const {
  const auto stride = strides_.of(pointer);
  return is_in_vpm(pointer) && stride != 0 && (has_own_columns(pointer) || stride != 4);
}

unsigned Selector::lanes_of_turn() {
  if (!scattered_)
    scattered_ = llvm::count_if(llvm::instructions(kernel_), [this](const llvm::Instruction& instruction) {
      const llvm::Value* pointer = llvm::getLoadStorePointerOperand(&instruction);
      if (const auto* atomic = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction))
        pointer = atomic->getPointerOperand();
      return pointer != nullptr && is_scattered(*pointer);
    });
  return *scattered_ <= kFewAccesses ? kLanes : kLanesOfTurn;
}

/// Runs `at_lane` for each lane. It names the lane by its place in `turned`, which turns of a loop rotate.
void Selector::in_lane_order(const Operands& turned, const AtLane& at_lane) {
  const unsigned some = lanes_of_turn();
  if (some == kLanes) {
    for (unsigned lane = 0; lane < kLanes; ++lane) at_lane(lane);
    return;
  }
  const Operand turns = emit_.move(constant(kLanes / some));
  const std::uint32_t turn = split_block(1);
  for (unsigned lane = 0; lane < some; ++lane) at_lane(lane);
  for (const Operand& value : turned) emit_.rotate_held_to(value, value, to_first(some));
  emit_.count_down(turns);
  emit_.branch(BranchCondition::any_zero_clear, turn);
  split_block();
}

/// The words at the addresses of all active lanes.
Operand Selector::load_scattered(Operand address, bool own_columns) {
  split_block();
  const Operand word = emit_.add(AddOp::shr, address, constant(2));
  const Operand row = own_columns ? word : emit_.add(AddOp::shr, address, constant(6));
  const Operand wanted =
      emit_.add(AddOp::add, emit_.add(AddOp::bit_and, row, constant(kRowMask)), constant(kVpmReadRow));
  const Operand setups = emit_.move(all_lanes_are_active() ? wanted : set_up(0, kVpmReadRow));
  if (!all_lanes_are_active()) {
    flag_active_lanes();
    emit_.move_to(setups, wanted, Condition::zero_set);
  }
  const Operand distances = emit_.move(own_columns ? zero() : emit_.add(AddOp::sub, program_.lane, word));
  const Operand loaded = emit_.undefined(), words = emit_.undefined();
  const Operand marks = emit_.add(AddOp::shr, constant(kSignBit), program_.lane);
  const unsigned some = lanes_of_turn();
  const auto set_up_read = [&](unsigned lane) {
    if (lane < some) emit_.rotate_held_to(kVpmReadSetup, setups, to_first(lane));
  };
  in_lane_order({setups, distances}, [&](unsigned lane) {
    if (lane == 0) {
      emit_.flags(AddOp::bit_or, marks, marks);
      set_up_read(0);
      set_up_read(1);
    }
    emit_.rotate_held_to(kBroadcast, distances, to_first(lane));
    emit_.move_to(words, port(isa::read_address::vpm));
    set_up_read(lane + 2);
    emit_.rotate_held_to(loaded, words, kByR5, Condition::negative_set);
    emit_.double_with_flags(marks);
  });
  split_block();
  return loaded;
}

/// For each lane the set-up of a read of its row and, below it, the column. Lanes that access nothing have a
/// row of this QPU, and no column.
Operand Selector::rows_and_columns(Operand address, bool own_columns, Operand lanes) {
  const Operand word = emit_.add(AddOp::shr, address, constant(2));
  const Operand row = own_columns ? word : emit_.add(AddOp::shr, address, constant(6));
  const Operand column = own_columns ? program_.lane : emit_.add(AddOp::bit_and, word, constant(kColumnMask));
  const Operand at_row =
      emit_.add(AddOp::shl, emit_.add(AddOp::bit_and, row, constant(kRowMask)), constant(kColumnBits));
  const Operand place =
      emit_.add(AddOp::add, emit_.add(AddOp::bit_or, at_row, column), constant(kVpmReadRow << kColumnBits));
  const Operand wanted = emit_.move(set_up(kColumnBits, kVpmReadRow << kColumnBits | kNoColumn));
  emit_.flags(AddOp::bit_or, lanes, lanes);
  return emit_.move_to(wanted, place, Condition::zero_clear);
}

/// Changes the words at the addresses of the lanes in `lanes`. `change` reads the row and writes it. It has
/// copies of the values that have their lane in the column of the word, which flag N shows.
void Selector::change_scattered(Operand address, bool own_columns, Operand lanes, const Operands& values,
                                const ChangeRow& change) {
  split_block();
  const Operand places = rows_and_columns(address, own_columns, lanes);
  const auto is_same = [](const Operand& value) { return value.place == Place::immediate; };
  const bool all_same = llvm::all_of(values, is_same);  // there are few accumulators to rotate
  const Operand bits = emit_.move(constant(kColumnBits));
  const Operand setups = all_same ? emit_.add(AddOp::shr, places, bits) : Operand{};
  const Operand marks = emit_.add(AddOp::shr, constant(kSignBit), program_.lane);
  Operands held;
  for (const Operand& value : values) held.push_back(is_same(value) ? value : emit_.move(value));
  in_lane_order(all_same ? Operands{places, setups} : Operands{places}, [&](unsigned lane) {
    emit_.rotate_held_to(kBroadcast, places, to_first(lane));
    for (const Operand setup : {kVpmReadSetup, kVpmWriteSetup})
      if (all_same)
        emit_.rotate_held_to(setup, setups, to_first(lane));
      else
        emit_.add_to(setup, AddOp::shr, accumulator(kBroadcasts), bits);
    Operands copies;
    for (const Operand& value : held)
      copies.push_back(is_same(value) ? emit_.move(value)
                                      : emit_.rotate_held_to(emit_.code().new_value(), value, kByR5));
    emit_.flags(AddOp::shl, marks, accumulator(kBroadcasts));
    change(copies);
    for (const Operand& value : held)
      if (!is_same(value)) emit_.rotate_held_to(value, value, to_first(1));
  });
  split_block();
}

void Selector::store_scattered(Operand address, bool own_columns, Operand lanes, const Bits& bits,
                               bool is_word) {
  const Operand words = port(isa::read_address::vpm), to_row = port(isa::write_address::vpm);
  if (is_word)
    return change_scattered(address, own_columns, lanes, {bits.value}, [&](const Operands& copies) {
      emit_.move_to(to_row, emit_.move_to(copies[0], words, Condition::negative_clear));
    });
  change_scattered(address, own_columns, lanes, {bits.value, bits.mask}, [&](const Operands& copies) {
    for (const Operand& copy : copies) emit_.move_to(copy, zero(), Condition::negative_clear);
    const Operand kept = emit_.add(AddOp::bit_and, emit_.move(words), emit_.unary(AddOp::bit_not, copies[1]));
    emit_.add_to(to_row, AddOp::bit_or, kept, copies[0]);
  });
}

/// An atomic operation whose result nothing needs. `neutral`: what changes nothing in the other columns, of
/// an operation whose operands may change places.
void Selector::add_scattered(AddOp op, Operand address, bool own_columns, Operand value,
                             std::optional<std::uint32_t> neutral) {
  const Operand words = port(isa::read_address::vpm), to_row = port(isa::write_address::vpm);
  const Operand in_others = neutral ? constant(*neutral) : Operand{};
  change_scattered(address, own_columns, storing_lanes(), {value}, [&](const Operands& copies) {
    if (neutral) {
      emit_.move_to(copies[0], in_others, Condition::negative_clear);
      emit_.add_to(to_row, op, copies[0], words);  // the port of a file that a register leaves
    } else {
      const Operand row = emit_.move(words);
      emit_.move_to(to_row, emit_.add_to(row, op, row, copies[0], Condition::negative_set));
    }
  });
}

}  // namespace quadcl::compiler::qpu
