// SPDX-License-Identifier: Apache-2.0
// Stores go through the VPM and the DMA engine.
#include <llvm/IR/InstIterator.h>

#include <bit>

#include "compiler/qpu/analysis/chip.h"
#include "compiler/qpu/prepare/group_at_once.h"
#include "compiler/qpu/select/interleave.h"
#include "compiler/qpu/select/select.h"
#include "compiler/qpu/select/source_words.h"
#include "compiler/qpu/select/store_set_up.h"

namespace quadcl::compiler::qpu {
namespace {

using isa::AddOp;
using isa::BranchCondition;
using isa::Condition;

/// The field MODEW: words, or halves or bytes, which fill words from the first half or byte on.
std::uint32_t mode_of(unsigned bytes) { return bytes == 4 ? 0 : bytes == 2 ? 2 : 4; }

/// What a place in the VPM is shifted by where its numbers are addressed.
unsigned shift_to_parts(unsigned bytes) { return bytes == 4 ? 0 : bytes == 2 ? 1 : 2; }

std::uint32_t set_up_of_packed(unsigned bytes) { return bytes == 1 ? kPackedBytes : kPackedHalves; }

}  // namespace

/// A set-up word with the first row of this QPU in the VPM, computed once for the program unless local memory
/// needs the registers.
Operand Selector::set_up(unsigned shift, std::uint32_t bits) {
  const auto compute = [&] {
    return emit_.add(AddOp::add, emit_.add(AddOp::shl, vpm_row(), constant(shift)), constant(bits));
  };
  if (runs_group_at_once(kernel_)) return compute();
  const auto [known, is_new] = program_.setups.try_emplace({shift, bits});
  if (!is_new) return known->second;
  const std::uint32_t block = emit_.block();
  emit_.go_to(Program::kSetupBlock);
  known->second = compute();
  emit_.go_to(block);
  return known->second;
}

Operand Selector::dma_setup(std::uint32_t bits) { return set_up(kVpmRow, kDmaStore | bits); }

void Selector::to_vpm(const Operands& rows, unsigned bytes, std::uint32_t first_row) {
  emit_.move_to(kVpmWriteSetup,
                set_up(shift_to_parts(bytes), bytes == 4 ? kVpmRows + first_row : set_up_of_packed(bytes)));
  for (const Operand& row : rows) emit_.move_to(port(isa::write_address::vpm), row);
}

/// Where local memory leaves no row for DMA, it goes through one of its rows, which has its words back after
/// that: more QPUs find room then. Returns the words.
Operand Selector::borrow_row() {
  if (!borrows_row_) return {};
  emit_.move_to(kVpmReadSetup, set_up(0, kVpmReadRow));
  return emit_.move(port(isa::read_address::vpm));
}

void Selector::return_row(Operand words) {
  if (words.is_value()) to_vpm({words});
}

/// One QPU at a time may use the DMA engine.
void Selector::lock_dma() { emit_.move_to({}, port(isa::read_address::mutex_acquire)); }
/// The same behind all that was selected before: what is in a block may be done in another order.
void Selector::lock_dma_when_ready() {
  split_block();
  lock_dma();
}
void Selector::unlock_dma() { emit_.move_to(port(isa::write_address::mutex_release), zero()); }

void Selector::start_dma(Operand address) {
  emit_.move_to(kDmaStoreAddress, address);
  emit_.move_to({}, kDmaStoreWait);
}

/// Set-ups are each QPU's own, so others need not wait for them. The mutex is free in the instruction that
/// waits for the end.
void Selector::transfer(Operand setup, std::optional<Operand> stride, Operand address) {
  emit_.move_to(kVpmWriteSetup, setup);
  if (stride) emit_.move_to(kVpmWriteSetup, *stride);
  lock_dma();
  emit_.move_to(kDmaStoreAddress, address);
  emit_.move_to(port(isa::write_address::mutex_release), kDmaStoreWait);
}

/// The next store of the block at which something is stored, if nothing else comes before that has to do with
/// memory.
const llvm::StoreInst* Selector::next_store(const llvm::StoreInst& store) const {
  constexpr std::size_t kNear = 60;
  const auto end = store.getParent()->end();
  std::size_t count = 0;
  for (auto next = std::next(store.getIterator()); next != end && count < kNear; ++next, ++count) {
    const auto* other = llvm::dyn_cast<llvm::StoreInst>(&*next);
    if (other == nullptr && next->mayReadOrWriteMemory()) return nullptr;
    if (other != nullptr && !groups_.at(*other).empty()) return other;
  }
  return nullptr;
}

Operand Selector::dma_stride(std::uint32_t gap) { return constant(kDmaStride | gap); }

/// How many words the stores of a work-item have in a column of the VPM at most: a power of 2.
unsigned Selector::words_of_column() const {
  std::size_t words = groups_.most();
  for (const llvm::Instruction& instruction : llvm::instructions(kernel_))
    if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction); store != nullptr && !has_one_row())
      words = std::max<std::size_t>(words, stored_bytes(*store) / 4);
  return static_cast<unsigned>(std::bit_ceil(words));
}

/// How many rows of the VPM full rows, or whole groups, need for stores side by side.
unsigned Selector::rows_for_stores() const {
  unsigned rows = runs_group_at_once(kernel_) ? kFewRows : 1;
  for (const llvm::Instruction& instruction : llvm::instructions(kernel_))
    if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction); store != nullptr && full_)
      rows = std::max(rows, std::max(rows_ * std::min(stored_bytes(*store), 4U) / 4, kFewRows));
  return rows;
}

/// Whether the numbers of lanes follow each other in a row of the VPM.
bool Selector::lies_along_row(const Stored& stored) {
  return stored.words.size() == 1 && stored.stride == static_cast<std::int32_t>(stored.bytes);
}

/// Whether the words of a lane lie in two rows of the VPM, and do not find room in a column.
bool Selector::takes_two_rows(const Stored& stored) { return stored.words.size() > kRowsOfBlock; }

/// What lanes store, as DMA takes it from rows or columns.
void Selector::stored_to_vpm(const Stored& stored) {
  if (takes_two_rows(stored)) {
    emit_.move_to(kVpmWriteSetup, set_up(0, kVpmColumns));
    for (const Operand& column : stored.words) emit_.move_to(port(isa::write_address::vpm), column);
    return;
  }
  if (stored.bytes == 4) return to_vpm(stored.words);
  const std::uint32_t layout = lies_along_row(stored) ? 0 : kOneBelowTheOther;
  emit_.move_to(kVpmWriteSetup,
                set_up(shift_to_parts(stored.bytes), set_up_of_packed(stored.bytes) | layout));
  for (const Operand& word : stored.words) emit_.move_to(port(isa::write_address::vpm), word);
}

/// In a set-up of DMA: the place of a lane.
Operand Selector::place_of_lane(const Stored& stored, Operand lane) {
  if (takes_two_rows(stored)) return emit_.add(AddOp::shl, lane, constant(kVpmRow + 1));
  if (stored.bytes == 4 || !lies_along_row(stored)) return emit_.add(AddOp::shl, lane, constant(kVpmColumn));
  const unsigned parts = shift_to_parts(stored.bytes);
  const Operand word =
      emit_.add(AddOp::shl, emit_.add(AddOp::shr, lane, constant(parts)), constant(kVpmColumn));
  return emit_.add(AddOp::add, word, emit_.add(AddOp::bit_and, lane, constant((1U << parts) - 1)));
}

/// Whether one transfer takes the row.
bool Selector::is_in_one(const Stored& stored) {
  const auto size = static_cast<std::int32_t>(stored.bytes * stored.words.size());
  return stored.stride &&
         (*stored.stride == 0 || (*stored.stride >= size && *stored.stride - size <= kMostGap));
}

/// What lies between the words of neighbours at equal distances, as lane 0 shows it, in all lanes.
Operand Selector::gap_of(const Stored& stored) {
  const Operand next = emit_.rotate(stored.address, 15);
  const Operand distance = emit_.add(AddOp::sub, next, stored.address);
  const auto size = static_cast<std::uint32_t>(stored.bytes * stored.words.size());
  emit_.move_to(kBroadcast, emit_.add(AddOp::sub, distance, constant(size)));
  return emit_.move(accumulator(kBroadcasts));
}

/// Stores the lanes of the row that have a work-item: side by side, or at equal distances.
void Selector::store_row(const Stored& stored, std::optional<Operand> gap) {
  const auto count = static_cast<std::uint32_t>(stored.words.size());
  const std::uint32_t mode = mode_of(stored.bytes), blocks = takes_two_rows(stored) ? kBlocks : 0,
                      column = count << kDepth | mode | (blocks != 0 ? kDmaRow : 0);
  const auto lanes = [&](std::uint32_t of_all, std::uint32_t of_one, unsigned field) {
    if (full_) return dma_setup(of_all);
    return emit_.add(AddOp::add, dma_setup(of_one), emit_.add(AddOp::shl, in_row_, constant(by(field))));
  };
  if (!gap && *stored.stride == 0) return transfer(dma_setup(1U << kUnits | column), {}, stored.address);
  if (!gap && lies_along_row(stored)) {
    const std::uint32_t row = kDmaRow | 1U << kUnits | mode;
    return transfer(lanes(row | 16U << kDepth, row, kDepth), {}, stored.address);
  }
  const Operand stride =
      gap ? emit_.add(AddOp::bit_or, *gap, dma_stride(blocks))
          : dma_stride(blocks | (static_cast<std::uint32_t>(*stored.stride) - count * stored.bytes));
  transfer(lanes(column | 16U << kUnits, column, kUnits), stride, stored.address);
}

/// A bit for each lane that is active and has a work-item, in all lanes.
Operand Selector::lanes_to_store() {
  const Operand bits = emit_.move(zero()), bit = emit_.add(AddOp::shl, constant(1), program_.lane);
  Condition wanted = Condition::carry_set;
  if (all_lanes_are_active()) {
    emit_.flags(AddOp::sub, program_.lane, in_row_);  // C: the lane has a work-item
  } else {
    flag_active_lanes();
    emit_.flags(AddOp::sub, program_.lane, in_row_, Condition::zero_set);
  }
  emit_.move_to(bits, bit, wanted);
  return over_lanes(AddOp::bit_or, bits);
}

Operand Selector::lowest_bit(Operand bits) {
  return emit_.add(AddOp::bit_and, bits, emit_.add(AddOp::sub, zero(), bits));
}

/// The number of a bit.
Operand Selector::number_of(Operand bit) {
  return emit_.add(AddOp::sub, constant(31), emit_.unary(AddOp::clz, bit));
}

/// Stores the lanes that are active and have a work-item: a transfer for each run of lanes side by side, or
/// for each lane.
void Selector::store_runs(const Stored& stored) {
  const auto count = static_cast<std::uint32_t>(stored.words.size());
  const bool side_by_side = stored.stride == static_cast<std::int32_t>(count * stored.bytes);
  const unsigned loops = 1 + flow_.loops(*block_);
  const Operand left = emit_.move(lanes_to_store()), places = emit_.move(stored.address);
  const std::uint32_t start = emit_.block();
  const std::uint32_t next = emit_.new_block_behind(start, loops + 1),
                      rest = emit_.new_block_behind(next, loops);
  emit_.flags(AddOp::bit_or, left, left);
  emit_.branch(BranchCondition::all_zero_set, rest);
  emit_.go_to(next);
  const Operand lowest = lowest_bit(left), first = number_of(lowest);
  // One word of each lane lies in a row, several lie in a column.
  const unsigned of_lanes = count == 1 ? kDepth : kUnits;
  const std::uint32_t blocks = takes_two_rows(stored) ? kBlocks : 0;
  const std::uint32_t one = (count == 1    ? kDmaRow | 1U << kUnits
                             : blocks != 0 ? kDmaRow | count << kDepth
                                           : count << kDepth) |
                            mode_of(stored.bytes);
  Operand setup = place_of_lane(stored, first);
  if (side_by_side) {
    const Operand others = emit_.unary(AddOp::bit_not, emit_.add(AddOp::shr, left, first));
    const Operand length = number_of(lowest_bit(others));
    setup = emit_.add(AddOp::add, setup, emit_.add(AddOp::shl, length, constant(by(of_lanes))));
    setup = emit_.add(AddOp::add, setup, dma_setup(one));
    // The sum has a bit behind the run in place of the run.
    emit_.add_to(left, AddOp::bit_and, left, emit_.add(AddOp::add, left, lowest));
  } else {
    setup = emit_.add(AddOp::add, setup, dma_setup(one | 1U << of_lanes));
    emit_.add_to(left, AddOp::bit_xor, left, lowest);
  }
  emit_.add_to(kBroadcast, AddOp::sub, zero(), first);
  const std::optional<Operand> stride =
      (side_by_side && count > 1) || blocks != 0 ? std::optional(dma_stride(blocks)) : std::nullopt;
  transfer(setup, stride, emit_.rotate(places, kByR5));
  emit_.flags(AddOp::bit_or, left, left);
  emit_.branch(BranchCondition::any_zero_clear, next);
  emit_.go_to(rest);
}

/// Columns of the VPM that leave the words of a lane in two rows: each has a word of each of eight lanes, and
/// behind it the one that is 16 further.
Selector::Operands Selector::columns_of(const Operands& words) {
  const auto middle = words.begin() + kRowsOfBlock;
  Operands columns(words.begin(), middle), of_others(middle, words.end());
  interleave_pairs(emit_, program_.lane, columns, of_others);
  columns.insert(columns.end(), of_others.begin(), of_others.end());
  return columns;
}

void Selector::store(const Stored& stored) {
  Stored in_vpm = stored;
  if (takes_two_rows(stored)) in_vpm.words = columns_of(stored.words);
  take_share(true);
  store_lanes(in_vpm);
  take_share(false);
}

/// Mostly all lanes go the same way, and lie at equal distances that one transfer takes.
void Selector::store_lanes(const Stored& stored) {
  stored_to_vpm(stored);
  const bool in_one = is_in_one(stored);
  if (in_one && all_lanes_are_active()) return store_row(stored, {});
  const std::uint32_t others = other_way();
  if (!all_lanes_are_active()) {
    flag_active_lanes();
    leave_for(others);
  }
  std::optional<Operand> gap;
  if (!in_one) {
    gap = gap_of(stored);
    emit_.flags(AddOp::shr, *gap, constant(by(16)));
    leave_for(others);
    if (!stored.is_even) {
      const auto size = static_cast<std::uint32_t>(stored.bytes * stored.words.size());
      flag_uneven(stored.address, emit_.add(AddOp::add, *gap, constant(size)));
      leave_for(others);
    }
  }
  store_row(stored, gap);
  end_ways(others, [&] { store_runs(stored); });
}

/// How many rows of the VPM a QPU has when it stores full rows.
std::size_t Selector::rows_for_transfer() const {
  return program_.shares_vpm ? Program::kRowsOfShare
                             : std::max(program_.rows_for_stores, program_.words_of_column);
}

/// Whether full rows can leave out the last ones when they store: each transfer takes a word of each.
bool Selector::can_store_less() const {
  if (!stores_lie_along_rows(kernel_, strides_) || rows_ > rows_for_transfer()) return false;
  return llvm::all_of(llvm::instructions(kernel_), [this](const llvm::Instruction& instruction) {
    const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
    if (store == nullptr) return true;
    const StoreGroups::Groups groups = groups_.at(*store);
    return groups.size() == 1 && groups.front().size() == 1;
  });
}

/// Vectors whose lanes lie side by side in memory, as do the vectors: in as few transfers as rows of the VPM
/// allow.
void Selector::store_vectors(const Operands& vectors, unsigned bytes, Operand address) {
  take_share(true);
  transfer_vectors(vectors, bytes, address);
  take_share(false);
}

void Selector::transfer_vectors(const Operands& vectors, unsigned bytes, Operand address) {
  // Words take a row a vector; of others, one row takes what finds room in it.
  const std::size_t most = bytes == 4 ? rows_for_transfer() : 4 / bytes;
  for (std::size_t i = 0; i < vectors.size(); i += most) {
    const std::size_t some = std::min(most, vectors.size() - i);
    const auto count = static_cast<std::uint32_t>(some);
    to_vpm({vectors.begin() + static_cast<std::ptrdiff_t>(i),
            vectors.begin() + static_cast<std::ptrdiff_t>(i + some)},
           bytes);
    const std::uint32_t shape =
        bytes == 4 ? count << kUnits | 16U << kDepth : 1U << kUnits | 16 * count << kDepth;
    Operand setup = dma_setup(kDmaRow | shape | mode_of(bytes));
    if (may_leave_out()) {
      constexpr unsigned kItem = kUnits - 4;  // a row of 16 is a unit
      setup = emit_.add(AddOp::sub, setup, emit_.add(AddOp::shl, program_.left_out, constant(by(kItem))));
    }
    transfer(setup, dma_stride(0), sum_of({address, static_cast<std::uint32_t>(i * 16 * bytes)}));
  }
}

/// Full rows of numbers of less than a word side by side: as whole words, if they begin with one.
void Selector::store_packed(const Operands& rows, unsigned bytes, Operand address) {
  take_share(true);
  transfer_packed(rows, bytes, address);
  take_share(false);
}

void Selector::transfer_packed(const Operands& rows, unsigned bytes, Operand address) {
  const unsigned in_word = 4 / bytes;
  const auto count = static_cast<std::uint32_t>(rows.size());
  const std::uint32_t unaligned = other_way();
  const Operand further = emit_.add(AddOp::shl, program_.lane, constant(bytes - 1));
  emit_.flags(AddOp::bit_and, emit_.add(AddOp::sub, address, further), constant(3));
  leave_for(unaligned);
  to_vpm(rows, bytes);
  transfer(dma_setup(kDmaRow | count / in_word << kUnits | 16U << kDepth), dma_stride(0), address);
  end_ways(unaligned, [&] { transfer_vectors(rows, bytes, address); });
}

/// What the stores of a group store of the row that is being selected.
Selector::Stored Selector::stored_by(const StoreGroups::Group& group) {
  const llvm::Value& pointer = *group.front()->getPointerOperand();
  Stored stored{
      {}, {}, std::min(stored_bytes(*group.front()), 4U), strides_.of(pointer), strides_.is_even(pointer)};
  for (const llvm::StoreInst* store : group) {
    if (store == nullptr) {  // stays what it is
      const auto bytes = static_cast<std::uint32_t>(stored.words.size() * stored.bytes);
      stored.words.push_back(load_word(address_of(pointer, bytes), tmu_for(pointer), *group.front()));
      continue;
    }
    const Parts value = parts(*store->getValueOperand());
    stored.words.push_back(value.low);
    if (stored_bytes(*store) == 8) stored.words.push_back(value.high);
  }
  stored.address = sum_of(address_of(pointer));
  return stored;
}

/// Stores what a group of stores stores, of all rows that run together.
void Selector::store_full_rows(const StoreGroups::Group& group) {
  std::vector<Stored> rows;
  for (copy_ = 0; copy_ < rows_; ++copy_) rows.push_back(stored_by(group));
  copy_ = 0;
  const Stored& first = rows.front();
  if (!is_in_one(first) && !first.is_even)
    return refuse(*group.front(), "its full rows store at places without order");
  if (first.stride == 0) return store(rows.back());
  const std::size_t count = first.words.size();
  if (first.stride == static_cast<std::int32_t>(count * first.bytes) && (count == 1 || first.bytes == 4)) {
    Operands vectors;
    for (const Stored& row : rows) {
      const Operands in_memory =
          can_interleave(count) ? interleave(emit_, program_.lane, row.words) : row.words;
      vectors.insert(vectors.end(), in_memory.begin(), in_memory.end());
    }
    if (first.bytes < 4 && rows_ * first.bytes % 4 == 0)
      return store_packed(vectors, first.bytes, first.address);
    if (count == 1 || can_interleave(count)) return store_vectors(vectors, first.bytes, first.address);
  }
  for (const Stored& row : rows) store(row);
}

/// Where a row of the VPM is all that there is.
void Selector::store_halves(const Stored& stored) {
  Stored half = stored;
  half.words = {stored.words[0]};
  store(half);
  half.words = {stored.words[1]};
  half.address = sum_of({stored.address, 4});
  store(half);
}

void Selector::visitStoreInst(llvm::StoreInst& store_instruction) {
  const llvm::Value& stored = *store_instruction.getValueOperand();
  const unsigned bytes = stored_bytes(store_instruction);
  const llvm::Value& place = *store_instruction.getPointerOperand();
  if (store_instruction.getPointerAddressSpace() == 0 && !is_own_array(place))
    return refuse(store_instruction,
                  "it stores through a pointer that may lead to different kinds of memory");
  if (stored.getType()->isDoubleTy()) return refuse(store_instruction, "it uses double");
  if (stored.getType()->isVectorTy() || bytes > 8 || (bytes == 8 && !stored.getType()->isIntegerTy()))
    return refuse(store_instruction, words_of_access(*stored.getType(), "stores"));
  if (is_in_vpm(place)) {
    const Parts value = parts(stored);
    const Operand address = low(place);
    store_to_vpm(place, address, value.low, std::min(bytes, 4U));
    if (bytes == 8) store_to_vpm(place, emit_.add(AddOp::add, address, constant(4)), value.high, 4);
    return;
  }
  if (is_own_array(place)) return store_to_array_in_memory(place, parts(stored), bytes);
  const StoreGroups::Groups groups = groups_.at(store_instruction);
  if (groups.empty()) return;
  const Operand words = borrow_row();
  if (has_one_row() && bytes == 8) {
    store_halves(stored_by(groups.front()));
  } else if (!store_planes(groups, store_instruction)) {
    for (const StoreGroups::Group& group : groups) full_ ? store_full_rows(group) : store(stored_by(group));
  }
  return_row(words);
}

}  // namespace quadcl::compiler::qpu
