// SPDX-License-Identifier: Apache-2.0
// Atomic operations. In memory, lanes take turns under the mutex, by DMA, as TMUs do not see stores of the
// same launch. In the VPM no mutex is needed: one QPU runs a work-group.
#include "compiler/qpu/select/select.h"

namespace quadcl::compiler::qpu {
namespace {

using isa::AddOp;
using isa::BranchCondition;
using isa::Condition;
using Kind = llvm::AtomicRMWInst::BinOp;

constexpr std::uint32_t kDmaStoreWord = 0x80814000U;  ///< set-up of a store: one word (docs/videocore4.md)
constexpr std::uint32_t kDmaStoreRow = 0x80804000U;   ///< of words side by side, without their number
constexpr unsigned kStoreRow = 7, kStoreDepth = 16;   ///< places of its fields

/// An operation that one of the add ALU's does; nop if there is none.
AddOp add_op_of(Kind kind) {
  switch (kind) {
    case Kind::Add:
      return AddOp::add;
    case Kind::Sub:
      return AddOp::sub;
    case Kind::And:
      return AddOp::bit_and;
    case Kind::Or:
      return AddOp::bit_or;
    case Kind::Xor:
      return AddOp::bit_xor;
    case Kind::Min:
      return AddOp::min;
    case Kind::Max:
      return AddOp::max;
    case Kind::FAdd:
      return AddOp::fadd;
    case Kind::FSub:
      return AddOp::fsub;
    case Kind::FMin:
      return AddOp::fmin;
    case Kind::FMax:
      return AddOp::fmax;
    default:
      return AddOp::nop;
  }
}

/// The number that changes nothing in an operation whose order does not matter.
std::optional<std::uint32_t> neutral_number(Kind kind) {
  switch (kind) {
    case Kind::Add:
    case Kind::Or:
    case Kind::Xor:
      return 0;
    case Kind::And:
      return ~0U;
    case Kind::Min:
      return 0x7fffffffU;
    case Kind::Max:
      return 0x80000000U;
    default:
      return {};
  }
}

}  // namespace

/// What an atomic operation leaves behind.
Operand Selector::changed(Kind kind, Operand old, Operand value) {
  if (const AddOp op = add_op_of(kind); op != AddOp::nop) return emit_.add(op, old, value);
  if (kind == Kind::Xchg) return value;
  if (kind == Kind::Nand) return emit_.unary(AddOp::bit_not, emit_.add(AddOp::bit_and, old, value));
  emit_.flags(AddOp::sub, old, value);  // C: the old number is less
  const bool is_least = kind == Kind::UMin;
  return choose({Condition::carry_set}, is_least ? old : value, is_least ? value : old);
}

void Selector::store_word_by_dma(Operand address, Operand value) {
  write_row(vpm_row(), value);
  emit_.move_to(kVpmWriteSetup, set_up(kStoreRow, kDmaStoreWord));
  start_dma(address);
}

/// Runs `in_turn` for each lane that is active and has a work-item, with that lane's numbers in lane 0 of
/// copies of `values`. Returns what comes of it in lane 0, each in the lane that it is for.
Operand Selector::for_each_lane(const Operands& values, const InTurn& in_turn) {
  const Operand left = emit_.move(lanes_to_store()), result = emit_.move(zero());
  const unsigned loops = 2 + flow_.loops(*block_);
  const std::uint32_t next = emit_.new_block_behind(emit_.block(), loops),
                      rest = emit_.new_block_behind(next, loops - 1);
  emit_.flags(AddOp::bit_or, left, left);
  emit_.branch(BranchCondition::all_zero_set, rest);
  emit_.go_to(next);
  const Operand lowest = lowest_bit(left), lane = number_of(lowest);
  emit_.add_to(left, AddOp::bit_xor, left, lowest);
  Operands first;
  for (const Operand& value : values) first.push_back(rotate_by(value, emit_.add(AddOp::sub, zero(), lane)));
  emit_.move_to(kBroadcast, in_turn(first));
  emit_.flags(AddOp::bit_xor, program_.lane, lane);
  emit_.move_to(result, accumulator(kBroadcasts), Condition::zero_set);
  emit_.flags(AddOp::bit_or, left, left);
  emit_.branch(BranchCondition::any_zero_clear, next);
  emit_.go_to(rest);
  return result;
}

/// Lanes beyond the last work-item have the result of the last one.
Operand Selector::repeat_last(Operand result) {
  const Operand last = rotate_by(result, emit_.add(AddOp::sub, constant(1), in_row_));
  emit_.move_to(kBroadcast, last);
  emit_.flags(AddOp::sub, program_.lane, in_row_);
  return emit_.move_to(result, accumulator(kBroadcasts), Condition::carry_clear);
}

/// All lanes' numbers, each of which comes to all lanes, by an operation whose order does not matter.
Operand Selector::combined(Kind kind, Operand value, std::uint32_t neutral) {
  const Operand sum = emit_.move(constant(neutral)), lanes = storing_lanes();
  emit_.flags(AddOp::bit_or, lanes, lanes);
  emit_.move_to(sum, value, Condition::zero_clear);
  return over_lanes(add_op_of(kind), sum);
}

/// Why there is no code for an atomic operation on numbers of the type; null if there is.
const char* Selector::atomic_problem(const llvm::Value& place, llvm::Type& type) {
  if (layout_.getTypeStoreSize(&type) != 4)
    return "it has atomic operations of other numbers than int, uint and float";
  return place.getType()->getPointerAddressSpace() == 0 && !is_own_array(place)
             ? "it has atomic operations through a pointer that may lead to different kinds of memory"
             : nullptr;
}

void Selector::visitAtomicRMWInst(llvm::AtomicRMWInst& atomic) {
  const Kind kind = atomic.getOperation();
  const llvm::Value& place = *atomic.getPointerOperand();
  if (const char* problem = atomic_problem(place, *atomic.getType())) return refuse(atomic, problem);
  if (kind > Kind::FMin) return refuse(atomic, "it has atomic operations of unknown kinds");
  const Operand value = low(*atomic.getValOperand()), address = low(place);
  const auto neutral = neutral_number(kind);
  if (atomic.use_empty() && neutral && strides_.of(place) == 0 && !is_in_vpm(place) && !is_own_array(place)) {
    const Operand all = combined(kind, value, *neutral), shared_address = shared(address);
    const Operand words = borrow_row();
    lock_dma_when_ready();
    store_word_by_dma(shared_address, changed(kind, load_word_by_dma(shared_address), all));
    unlock_dma();
    return return_row(words);
  }
  const AddOp op = add_op_of(kind);
  if (atomic.use_empty() && is_in_vpm(place) && op != AddOp::nop) {
    if (neutral && strides_.of(place) == 0 && !has_own_columns(place))
      return add_to_shared_place(op, shared(address), combined(kind, value, *neutral));
    const bool own_columns = has_own_columns(place);
    const Operand there = own_columns ? address_in_arrays(address) : address;
    if (has_local_registers())
      return add_in_registers(op, there, value, kind == Kind::Sub ? std::optional(0U) : neutral);
    if (kind == Kind::Sub)
      return add_scattered(AddOp::add, there, own_columns, emit_.add(AddOp::sub, zero(), value), 0);
    return add_scattered(op, there, own_columns, value, neutral);
  }
  const Operand old = exchange(place, address, {value}, [&](Operand before, const Operands& with) {
    return changed(kind, before, with[0]);
  });
  set(atomic, atomic.use_empty() ? old : repeat_last(old));
}

void Selector::visitAtomicCmpXchgInst(llvm::AtomicCmpXchgInst& atomic) {
  const llvm::Value& value = *atomic.getNewValOperand();
  const llvm::Value& place = *atomic.getPointerOperand();
  if (const char* problem = atomic_problem(place, *value.getType())) return refuse(atomic, problem);
  const Operand expected = low(*atomic.getCompareOperand());
  const Operand old =
      exchange(place, low(place), {low(value), expected}, [&](Operand before, const Operands& with) {
        emit_.flags(AddOp::bit_xor, before, with[1]);
        return choose({Condition::zero_set}, with[0], before);
      });
  const Operand result = repeat_last(old);
  const Operand same = emit_.move(zero());
  emit_.flags(AddOp::bit_xor, result, expected);
  emit_.move_to(same, constant(~0U), Condition::zero_set);
  set(atomic, {result, same});
}

/// Old value and success are the two parts of an exchange's result.
void Selector::visitExtractValueInst(llvm::ExtractValueInst& extract) {
  if (!llvm::isa<llvm::AtomicCmpXchgInst>(extract.getAggregateOperand())) return visitInstruction(extract);
  const Parts exchanged = parts(*extract.getAggregateOperand());
  set(extract, extract.getIndices()[0] == 0 ? exchanged.low : exchanged.high);
}

/// Changes the words of all storing lanes, one after the other where several have the same. Returns what was
/// there before.
Operand Selector::exchange(const llvm::Value& place, Operand address, const Operands& values,
                           const Change& change) {
  if (is_in_vpm(place)) return exchange_in_vpm(place, address, values, change);
  if (strides_.of(place) == 4 && !is_own_array(place)) return exchange_side_by_side(address, values, change);
  return exchange_in_memory(memory_place(place, address).address, values, change);
}

Operand Selector::exchange_in_memory(Operand address, const Operands& values, const Change& change) {
  Operands all = values;
  all.push_back(address);
  const Operand words = borrow_row();
  lock_dma_when_ready();
  const Operand old = for_each_lane(all, [&](const Operands& first) {
    const Operand before = load_word_by_dma(first.back());
    store_word_by_dma(first.back(), change(before, first));
    return before;
  });
  unlock_dma();
  return_row(words);
  return old;
}

/// The address and the number are the same in all lanes.
void Selector::add_to_shared_place(AddOp op, Operand address, Operand number) {
  const Operand word = emit_.add(AddOp::shr, address, constant(2));
  const Operand row = emit_.add(AddOp::bit_and, emit_.add(AddOp::shr, address, constant(6)), constant(63));
  const Operand column = emit_.add(AddOp::bit_and, word, constant(15));
  if (has_local_registers()) {
    emit_.flags(AddOp::bit_xor, program_.lane, column);
    return at_local_row(row,
                        [&](Operand words) { emit_.add_to(words, op, words, number, Condition::zero_set); });
  }
  const Operand words = read_row(row);
  emit_.flags(AddOp::bit_xor, program_.lane, column);
  write_row(row, emit_.add_to(words, op, words, number, Condition::zero_set));
}

/// Those of neighbours side by side are one transfer each way: from the first active lane to the last. Words
/// between them do not change.
Operand Selector::exchange_side_by_side(Operand address, const Operands& values, const Change& change) {
  const Operand lanes = lanes_to_store(), first = number_of(lowest_bit(lanes));
  const Operand to_start = emit_.add(AddOp::sub, zero(), first);
  const Operand last = emit_.add(AddOp::sub, constant(31), emit_.unary(AddOp::clz, lanes));
  const Operand count = emit_.add(AddOp::add, emit_.add(AddOp::sub, last, first), constant(1));
  const Operand start = rotate_by(address, to_start), words = borrow_row(), storing = storing_lanes();
  const Operand length = emit_.add(AddOp::shl, count, constant(kStoreDepth - 32));
  const Operand load = load_setup(emit_.add(AddOp::bit_and, count, constant(15)), 4),
                store = emit_.add(AddOp::add, set_up(kStoreRow, kDmaStoreRow), length);
  lock_dma_when_ready();
  if (order_.in_memory) lock_loads();
  run_load(load, start);
  if (order_.in_memory) unlock_loads();
  const Operand old = rotate_by(read_row(vpm_row()), first);
  const Operand changed = emit_.move(change(old, values)), after = emit_.move(old);
  emit_.flags(AddOp::bit_or, storing, storing);
  emit_.move_to(after, changed, Condition::zero_clear);
  write_row(vpm_row(), rotate_by(after, to_start));
  emit_.move_to(kVpmWriteSetup, store);
  start_dma(start);
  unlock_dma();
  return_row(words);
  return old;
}

Operand Selector::exchange_in_vpm(const llvm::Value& place, Operand address, const Operands& values,
                                  const Change& change) {
  if (has_no_code_in_registers()) return zero();
  const bool own_columns = has_own_columns(place);
  if (own_columns) address = address_in_arrays(address);
  const Operand places = places_of(address, own_columns, storing_lanes());
  const Operand old = emit_.move(zero());
  for_each_place(places, [&](Operand row, Operand number) {
    const Operand words = read_row(row);
    const Operand before = own_columns ? words : rotate_by(words, emit_.add(AddOp::sub, zero(), number));
    const Operand after = change(before, values), mask = emit_.move(zero());
    emit_.flags(AddOp::bit_xor, places, number);
    emit_.move_to(old, before, Condition::zero_set);
    emit_.move_to(mask, constant(~0U), Condition::zero_set);
    if (own_columns) return merge_into_row(row, words, {after, mask});
    merge_into_row(row, words, {rotate_by(after, number), rotate_by(mask, number)});
  });
  return old;
}

}  // namespace quadcl::compiler::qpu
