// SPDX-License-Identifier: Apache-2.0
// Loads that must see what the same launch stored before: TMUs do not see it, so these go through DMA, one
// QPU after the other.
//
// Where a work-group has no room in the VPM, its local memory, the arrays of its work-items and what these
// keep over barriers lie in a part of memory that the QPU has for itself, and are loaded so.
//
// Of an array of a work-item, each word has a row of 16 words there, and each lane its word of it.
#include "compiler/ir/address_spaces.h"
#include "compiler/qpu/analysis/chip.h"
#include "compiler/qpu/select/select.h"

namespace quadcl::compiler::qpu {
namespace {

using isa::AddOp;
using isa::Condition;

// docs/videocore4.md, VPM and DMA loads.
constexpr std::uint32_t kDmaLoad = 0x80000000U;      ///< set-up of a load, with the distance
constexpr std::uint32_t kDmaLoadRows = 0x83001000U;  ///< of rows of 16 words, one behind the other
constexpr std::uint32_t kDistance = 0x90000000U;     ///< set-up of the distance between rows in memory
constexpr unsigned kWidth = 28, kLength = 20, kRows = 16, kPitch = 12, kRow = 4;  ///< places of its fields
constexpr std::uint32_t kMostDistance = 13;                                       ///< its bits
constexpr std::uint32_t kReadColumns = 0x1200;                                    ///< set-up of reads
constexpr std::uint32_t kReadBytes = 0x101800, kReadHalves = 0x101900;  ///< of one vector that fills words
constexpr std::uint32_t kRowForLoads = 64 - kQpuRowsForLoads;

/// The field MODEW: words, or halves or bytes, which fill words from the first half or byte on.
std::uint32_t mode_of(unsigned bytes) { return (bytes == 4 ? 0U : bytes == 2 ? 2U : 4U) << kWidth; }

}  // namespace

/// How many words the arrays of a work-item have.
std::uint32_t Selector::rows_of_arrays() const {
  std::uint64_t bytes = 0;
  for (const llvm::Instruction& instruction : kernel_.getEntryBlock())
    if (const auto* array = llvm::dyn_cast<llvm::AllocaInst>(&instruction)) {
      const auto size = array->getAllocationSize(layout_);
      if (size && !size->isScalable())
        bytes = llvm::alignTo(llvm::alignTo(bytes, array->getAlign()) + size->getFixedValue(), 4);
    }
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(bytes / 4, ~0U));
}

void Selector::place_in_memory(llvm::AllocaInst& array) {
  constexpr std::uint64_t kMostRows = 1 << 12;
  const auto begin = llvm::alignTo(4 * std::uint64_t{placed_rows_}, array.getAlign());
  const std::uint64_t end = begin / 4 + (array.getAllocationSize(layout_)->getFixedValue() + 3) / 4;
  if (end > std::min<std::uint64_t>(rows_of_arrays(), kMostRows))
    return refuse(array, "its private arrays take more than 16 KB for a work-item");
  placed_rows_ = static_cast<std::uint32_t>(end);
  result_.vpm.kept = std::max(result_.vpm.kept, placed_rows_);
  set(array, emit_.move(constant(kFirstPlace + static_cast<std::uint32_t>(begin))));
}

/// Where the row keeps things: first the arrays of its work-items.
Operand Selector::kept_address() { return runs_groups_ ? kept_row_ : uniform(QpuUniformKind::kept_row); }

Selector::PlaceInMemory Selector::memory_place(const llvm::Value& pointer, Operand address) {
  const auto stride = strides_.of(pointer);
  const bool is_even = strides_.is_even(pointer);
  if (!is_own_array(pointer)) return {address, stride, is_even, is_local_pointer(pointer)};
  const Operand row = emit_.add(AddOp::bit_and, emit_.add(AddOp::shl, address, constant(4)), constant(~63U));
  const Operand column = emit_.add(AddOp::bit_or, emit_.add(AddOp::shl, program_.lane, constant(2)),
                                   emit_.add(AddOp::bit_and, address, constant(3)));
  const Operand first = emit_.add(AddOp::sub, kept_address(), constant(16 * kFirstPlace));
  const Operand place = emit_.add(AddOp::add, first, emit_.add(AddOp::bit_or, row, column));
  if (stride == 0) return {place, 4, true, true};
  return {place, {}, false, true};
}

/// Loads start under the mutex. Where there are many, they have a semaphore of their own, so that loads and
/// stores run at the same time.
void Selector::lock_loads() { order_.in_memory ? use_semaphore(true, kLoadSemaphore) : lock_dma(); }
void Selector::unlock_loads() { order_.in_memory ? use_semaphore(false, kLoadSemaphore) : unlock_dma(); }

/// One word from memory, to lane 0. The address is lane 0's. Under the mutex.
Operand Selector::load_word_by_dma(Operand address) {
  if (order_.in_memory) lock_loads();
  start_load(constant(1), 4, address);
  if (order_.in_memory) unlock_loads();
  return read_row(vpm_row());
}

/// Numbers that lie side by side, to the first lanes; 0: 16 of them. Those of less than a word have any bits
/// above.
void Selector::start_load(Operand count, unsigned bytes, Operand address) {
  run_load(load_setup(count, bytes), address);
}

Operand Selector::load_setup(Operand count, unsigned bytes) {
  const Operand length = emit_.add(AddOp::shl, count, constant(kLength - 32));
  return emit_.add(AddOp::add, set_up(kRow, kDmaLoadRows | 1U << kRows | mode_of(bytes)), length);
}

void Selector::run_load(Operand setup, Operand address) {
  emit_.move_to(kVpmReadSetup, setup);
  emit_.move_to(kDmaLoadAddress, address);
  emit_.move_to({}, kDmaLoadWait);
}

/// What a load of numbers side by side left in this QPU's row.
Operand Selector::read_loaded(unsigned bytes) {
  if (bytes == 4) return read_row(vpm_row());
  emit_.move_to(kVpmReadSetup, bytes == 1 ? set_up(2, kReadBytes) : set_up(1, kReadHalves));
  return emit_.move(port(isa::read_address::vpm));
}

Operand Selector::load_side_by_side(Operand address, Operand count, unsigned bytes) {
  lock_loads();
  start_load(count, bytes, address);
  unlock_loads();
  return read_loaded(bytes);
}

/// The numbers at addresses where the launch may have stored before, and those behind them: several only of
/// words of local memory.
Selector::Operands Selector::load_fresh(const llvm::Value& pointer, Operand address, unsigned bytes,
                                        unsigned count) {
  const PlaceInMemory place = memory_place(pointer, address);
  const Operand words = borrow_row();
  Operands loaded = load_place(place, bytes, count);
  return_row(words);
  if (place.stride == 0) return loaded;
  for (Operand& one : loaded) one = repeat_last(one);
  return loaded;
}

Selector::Operands Selector::load_place(const PlaceInMemory& place, unsigned bytes, unsigned count) {
  if (place.stride == 0) return load_shared_words(shared(place.address), bytes, count);
  const bool side_by_side = place.stride == static_cast<std::int32_t>(bytes);
  if (side_by_side && (all_lanes_are_active() || place.has_margin)) {
    const Operand first = all_lanes_are_active()
                              ? place.address
                              : shared(emit_.add(AddOp::sub, place.address, scaled(program_.lane, bytes)));
    const Operand length = place.has_margin ? zero() : emit_.add(AddOp::bit_and, in_row_, constant(15));
    return count > 1 ? load_windows(first, count) : Operands{load_side_by_side(first, length, bytes)};
  }
  if (order_.in_memory) return load_at_distances(place, bytes, count);
  return {side_by_side ? load_active_run(place.address, bytes) : load_in_turn(place.address, bytes)};
}

/// Neighbours side by side, from the first active lane to the last: beyond these, there may be no memory.
Operand Selector::load_active_run(Operand address, unsigned bytes) {
  const Operand lanes = lanes_to_store(), first = number_of(lowest_bit(lanes));
  const Operand behind = emit_.add(AddOp::sub, zero(), emit_.unary(AddOp::clz, lanes));  // modulo 16
  const Operand count = emit_.add(AddOp::bit_and, emit_.add(AddOp::sub, behind, first), constant(15));
  const Operand start = rotate_by(address, emit_.add(AddOp::sub, zero(), first));
  return rotate_by(load_side_by_side(start, count, bytes), first);
}

/// All lanes want the same.
Selector::Operands Selector::load_shared_words(Operand address, unsigned bytes, unsigned count) {
  const Operand words = load_side_by_side(address, constant(count), bytes);
  Operands loaded;
  for (unsigned i = 0; i < count; ++i)
    loaded.push_back(first_lane(i == 0 ? words : emit_.rotate(words, 16 - i)));
  return loaded;
}

/// Rows of words each of which begins one further: all come with two rows.
Selector::Operands Selector::load_windows(Operand address, unsigned count) {
  emit_.move_to(kVpmReadSetup, set_up(kRow, kDmaLoadRows | 2U << kRows));
  lock_loads();
  emit_.move_to(kDmaLoadAddress, address);
  emit_.move_to({}, kDmaLoadWait);
  unlock_loads();
  emit_.move_to(kVpmReadSetup, set_up(0, kVpmRows | 2U << kVpmReadCount));
  const Operand one = emit_.move(port(isa::read_address::vpm)),
                other = emit_.move(port(isa::read_address::vpm));
  Operands loaded{emit_.move(one)};
  for (unsigned i = 1; i < count; ++i) {
    const Operand further = emit_.move(emit_.rotate(one, 16 - i)), behind = emit_.rotate(other, 16 - i);
    emit_.flags(AddOp::sub, program_.lane, constant(16 - i));  // C: the word is in the first row
    loaded.push_back(emit_.move_to(further, behind, Condition::carry_clear));
  }
  return loaded;
}

Operand Selector::load_in_turn(Operand address, unsigned bytes) {
  lock_loads();
  const Operand loaded = for_each_lane({address}, [&](const Operands& first) {
    start_load(constant(1), bytes, first[0]);
    return read_row(vpm_row());
  });
  unlock_loads();
  return loaded;
}

/// Sets flag Z clear in lanes that do not lie where those at equal distances would.
void Selector::flag_uneven(Operand address, Operand distance) {
  const Operand first = first_lane(address);
  const Operand further = emit_.multiply(isa::MulOp::mul24, program_.lane, distance);
  emit_.flags(AddOp::bit_xor, address, emit_.add(AddOp::add, first, further));
}

/// The number of lane 0, in all lanes.
Operand Selector::first_lane(Operand numbers) {
  emit_.move_to(kBroadcast, numbers);
  return emit_.move(accumulator(kBroadcasts));
}

/// Lanes at equal distances are one transfer, if all are active and the distance is not too large.
Selector::Operands Selector::load_at_distances(const PlaceInMemory& place, unsigned bytes, unsigned count) {
  const std::uint32_t others = other_way();
  if (!all_lanes_are_active()) {
    flag_active_lanes();
    leave_for(others);
  }
  const Operand next = emit_.rotate(place.address, 15);
  const Operand distance = first_lane(emit_.add(AddOp::sub, next, place.address));
  emit_.flags(AddOp::shr, distance, constant(kMostDistance));
  leave_for(others);
  if (!place.is_even) {
    flag_uneven(place.address, distance);
    leave_for(others);
  }
  const Operands loaded = gather(place.address, distance, bytes, count);
  end_ways(others, [&] {
    for (unsigned i = 0; i < count; ++i)
      emit_.move_to(loaded[i], load_in_turn(sum_of({place.address, i * bytes}), bytes));
  });
  return loaded;
}

/// The numbers of each lane to a row of those that QPUs take turns in, and from there in columns.
Selector::Operands Selector::gather(Operand address, Operand distance, unsigned bytes, unsigned count) {
  const Operand lanes =
      emit_.add(AddOp::shl, emit_.add(AddOp::bit_and, in_row_, constant(15)), constant(kRows - 32));
  const std::uint32_t pitch = 4 / bytes << kPitch;  // parts of a row that lie in one
  const std::uint32_t setup = kDmaLoad | count << kLength | pitch | kRowForLoads << kRow | mode_of(bytes);
  emit_.move_to(kVpmReadSetup, emit_.add(AddOp::add, lanes, constant(setup)));
  emit_.move_to(kVpmReadSetup, emit_.add(AddOp::bit_or, distance, constant(kDistance)));
  lock_loads();
  emit_.move_to(kDmaLoadAddress, address);
  emit_.move_to({}, kDmaLoadWait);
  emit_.move_to(kVpmReadSetup, constant(kReadColumns | count << kVpmReadCount | kRowForLoads));
  Operands loaded;
  for (unsigned i = 0; i < count; ++i) loaded.push_back(emit_.move(port(isa::read_address::vpm)));
  unlock_loads();
  return loaded;
}

void Selector::store_to_array_in_memory(const llvm::Value& pointer, Parts value, unsigned bytes) {
  const Operand address = low(pointer);
  const auto store_word = [&](Operand word, Operand at) {
    const PlaceInMemory place = memory_place(pointer, at);
    store({{word}, place.address, std::min(bytes, 4U), place.stride, place.is_even});
  };
  store_word(value.low, address);
  if (bytes == 8) store_word(value.high, emit_.add(AddOp::add, address, constant(4)));
}

void Selector::keep_in_memory(const Operands& values) {
  const auto first = arrays_in_memory_ ? rows_of_arrays() : 0;
  result_.vpm.kept = std::max(result_.vpm.kept, first + static_cast<std::uint32_t>(values.size()));
  store_vectors(values, 4, sum_of({kept_address(), 64 * first}));
}

void Selector::restore_from_memory(const Operands& values) {
  const std::uint32_t first = arrays_in_memory_ ? rows_of_arrays() : 0;
  for (std::size_t i = 0; i < values.size(); i += Program::kRowsToKeep) {
    const auto count =
        static_cast<std::uint32_t>(std::min<std::size_t>(Program::kRowsToKeep, values.size() - i));
    emit_.move_to(kVpmReadSetup, set_up(kRow, kDmaLoadRows | count << kRows));
    lock_loads();
    emit_.move_to(kDmaLoadAddress, sum_of({kept_address(), 64 * (first + static_cast<std::uint32_t>(i))}));
    emit_.move_to({}, kDmaLoadWait);
    unlock_loads();
    emit_.move_to(kVpmReadSetup, set_up(0, kVpmRows | count << kVpmReadCount));
    for (std::uint32_t row = 0; row < count; ++row)
      emit_.move_to(values[i + row], port(isa::read_address::vpm));
  }
}

}  // namespace quadcl::compiler::qpu
