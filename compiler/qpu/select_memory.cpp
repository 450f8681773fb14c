// SPDX-License-Identifier: Apache-2.0
// Loads go through the TMUs, stores through the VPM and the DMA engine.
#include "compiler/qpu/select.h"

namespace quadcl::compiler::qpu {
namespace {

using isa::AddOp;
using isa::BranchCondition;
using isa::Condition;

// docs/videocore4.md, VPM and DMA stores.
constexpr std::uint32_t kVpmRows = 0x1a00;       ///< set-up of writes: 32-bit words, rows one after the other
constexpr std::uint32_t kDmaStore = 0x80000000;  ///< set-up of a store: from columns, of 32-bit words
constexpr std::uint32_t kDmaRow = 1U << 14;      ///< from rows
constexpr unsigned kUnits = 23, kDepth = 16, kVpmRow = 7, kVpmColumn = 3;  ///< places of its fields
constexpr std::uint32_t kDmaStride = 0xc0000000;
constexpr std::int32_t kMostGap = 0xffff;
constexpr unsigned kByR5 = 16;  ///< the rotation

/// The field MODEW: 32 bits, the lower half or the lowest byte of each word.
std::uint32_t mode_of(unsigned bytes) { return bytes == 4 ? 0 : bytes == 2 ? 2 : 4; }

}  // namespace

/// The word at an address, which lanes that are not active must not give: what they have there is anything.
Operand Selector::load_word(const Address& address) {
  const unsigned tmu = program_.next_tmu++ % 2;
  const Operand request = port(tmu == 0 ? isa::write_address::tmu0_s : isa::write_address::tmu1_s);
  if (all_lanes_are_active()) {
    if (address.bytes == 0) {
      emit_.move_to(request, address.base);
    } else {
      emit_.add_to(request, AddOp::add, address.base, constant(address.bytes));
    }
  } else {
    const Operand wanted = sum_of(address), asked = emit_.move(uniform(QpuUniformKind::data));
    flag_active_lanes();
    emit_.move_to(asked, wanted, Condition::zero_set);
    emit_.move_to(request, asked);
  }
  Operation receive;
  receive.kind = OperationKind::receive;
  receive.tmu = static_cast<std::uint8_t>(tmu);
  emit_.emit(receive);
  return emit_.move(accumulator(4));
}

/// A set-up word with the first row of this QPU in the VPM, computed once for the program.
Operand Selector::set_up(unsigned shift, std::uint32_t bits) {
  const auto [known, is_new] = program_.setups.try_emplace({shift, bits});
  if (!is_new) return known->second;
  const std::uint32_t block = emit_.block();
  emit_.go_to(Program::kSetupBlock);
  const Operand row = emit_.add(AddOp::shl, vpm_row(), constant(shift));
  known->second = emit_.add(AddOp::add, row, constant(bits));
  emit_.go_to(block);
  return known->second;
}

Operand Selector::dma_setup(std::uint32_t bits) { return set_up(kVpmRow, kDmaStore | bits); }

void Selector::to_vpm(const std::vector<Operand>& rows) {
  emit_.move_to(kVpmWriteSetup, set_up(0, kVpmRows));
  for (const Operand& row : rows) emit_.move_to(port(isa::write_address::vpm), row);
}

/// One QPU at a time may use the DMA engine.
void Selector::lock_dma() { emit_.move_to({}, port(isa::read_address::mutex_acquire)); }
void Selector::unlock_dma() { emit_.move_to(port(isa::write_address::mutex_release), zero()); }

void Selector::start_dma(Operand address) {
  emit_.move_to(kDmaStoreAddress, address);
  emit_.move_to({}, kDmaStoreWait);
}

/// Set-ups are each QPU's own, so others need not wait for them.
void Selector::transfer(Operand setup, std::optional<std::uint32_t> gap, Operand address) {
  emit_.move_to(kVpmWriteSetup, setup);
  if (gap) emit_.move_to(kVpmWriteSetup, constant(kDmaStride | *gap));
  lock_dma();
  start_dma(address);
  unlock_dma();
}

/// Stores the lanes of the row that have a work-item: side by side, or at equal distances.
void Selector::store_row(Operand address, unsigned bytes, std::int32_t stride) {
  const std::uint32_t mode = mode_of(bytes);
  const auto lanes = [&](std::uint32_t of_all, std::uint32_t of_one, unsigned field) {
    if (full_) return dma_setup(of_all);
    return emit_.add(AddOp::add, dma_setup(of_one),
                     emit_.add(AddOp::shl, in_row_, constant(static_cast<std::uint32_t>(field) - 32)));
  };
  if (stride == 0) return transfer(dma_setup(kDmaRow | 1U << kUnits | 1U << kDepth | mode), {}, address);
  if (stride == static_cast<std::int32_t>(bytes)) {
    const std::uint32_t row = kDmaRow | 1U << kUnits | mode;
    return transfer(lanes(row | 16U << kDepth, row, kDepth), {}, address);
  }
  const std::uint32_t column = 1U << kDepth | mode;
  transfer(lanes(column | 16U << kUnits, column, kUnits), static_cast<std::uint32_t>(stride) - bytes,
           address);
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
void Selector::store_runs(Operand address, unsigned bytes, bool side_by_side) {
  const unsigned loops = 1 + flow_.loops(*block_);
  const Operand left = emit_.move(lanes_to_store()), places = emit_.move(address);
  const std::uint32_t start = emit_.block();
  const std::uint32_t next = emit_.new_block_behind(start, loops + 1),
                      rest = emit_.new_block_behind(next, loops);
  emit_.flags(AddOp::bit_or, left, left);
  emit_.branch(BranchCondition::all_zero_set, rest);
  emit_.go_to(next);
  const Operand lowest = lowest_bit(left), first = number_of(lowest);
  const std::uint32_t one = kDmaRow | 1U << kUnits | mode_of(bytes);
  Operand setup = emit_.add(AddOp::shl, first, constant(kVpmColumn));
  if (side_by_side) {
    const Operand others = emit_.unary(AddOp::bit_not, emit_.add(AddOp::shr, left, first));
    const Operand length = number_of(lowest_bit(others));
    setup = emit_.add(AddOp::add, setup, emit_.add(AddOp::shl, length, constant(kDepth - 32)));
    setup = emit_.add(AddOp::add, setup, dma_setup(one));
    // The sum has a bit behind the run in place of the run.
    emit_.add_to(left, AddOp::bit_and, left, emit_.add(AddOp::add, left, lowest));
  } else {
    setup = emit_.add(AddOp::add, setup, dma_setup(one | 1U << kDepth));
    emit_.add_to(left, AddOp::bit_xor, left, lowest);
  }
  emit_.add_to(kBroadcast, AddOp::sub, zero(), first);
  transfer(setup, {}, emit_.rotate(places, kByR5));
  emit_.flags(AddOp::bit_or, left, left);
  emit_.branch(BranchCondition::any_zero_clear, next);
  emit_.go_to(rest);
}

void Selector::store(Operand value, Operand address, unsigned bytes, std::optional<std::int32_t> stride) {
  to_vpm({value});
  const auto size = static_cast<std::int32_t>(bytes);
  const bool in_one = stride && (*stride == 0 || (*stride >= size && *stride - size <= kMostGap));
  if (!in_one) return store_runs(address, bytes, false);
  if (all_lanes_are_active()) return store_row(address, bytes, *stride);
  // Mostly all lanes go the same way.
  const std::uint32_t some = emit_.new_block_behind(emit_.block(), 1 + flow_.loops(*block_));
  flag_active_lanes();
  emit_.branch(BranchCondition::any_zero_clear, some);
  const std::uint32_t all = emit_.new_block_behind(emit_.block(), 1 + flow_.loops(*block_));
  emit_.go_to(all);
  store_row(address, bytes, *stride);
  emit_.go_to(some);
  store_runs(address, bytes, *stride == size);
  const std::uint32_t rest = split_block();
  emit_.go_to(all);
  emit_.branch(BranchCondition::always, rest);
  emit_.go_to(rest);
}

/// Stores the lower or the upper word of a value, of all rows that run together.
void Selector::store_full_rows(const llvm::StoreInst& store, bool upper) {
  const llvm::Value &stored = *store.getValueOperand(), &pointer = *store.getPointerOperand();
  const auto bytes =
      static_cast<unsigned>(std::min<std::uint64_t>(layout_.getTypeStoreSize(stored.getType()), 4));
  const auto stride = strides_.of(pointer);
  const auto size = static_cast<std::int32_t>(bytes);
  if (!stride || *stride < 0 || (*stride != 0 && (*stride < size || *stride - size > kMostGap)))
    return refuse(store, "its full rows store at places without order");
  std::vector<Operand> rows;
  for (copy_ = 0; copy_ < rows_; ++copy_) rows.push_back(upper ? parts(stored).high : low(stored));
  copy_ = 0;
  const std::uint32_t more = upper ? 4 : 0;
  if (*stride == size) {
    to_vpm(rows);
    return transfer(dma_setup(kDmaRow | rows_ << kUnits | 16U << kDepth | mode_of(bytes)), 0,
                    sum_of(address_of(pointer, more)));
  }
  for (copy_ = *stride == 0 ? rows_ - 1 : 0; copy_ < rows_; ++copy_) {
    to_vpm({rows[copy_]});
    store_row(sum_of(address_of(pointer, more)), bytes, *stride);
  }
  copy_ = 0;
}

void Selector::visitLoadInst(llvm::LoadInst& load) {
  const llvm::Type& type = *load.getType();
  const std::uint64_t bytes = layout_.getTypeStoreSize(load.getType());
  if (load.getAlign() < std::min<std::uint64_t>(bytes, 4))
    return refuse(load, "it loads from places without alignment");
  const llvm::Value& pointer = *load.getPointerOperand();
  if (load.getPointerAddressSpace() == 0 && !is_in_vpm(pointer))
    return refuse(load, "it loads from where it is not known which memory it is");
  const auto word_at = [&](std::uint32_t more) {
    const Address address = address_of(pointer, more);
    if (is_in_vpm(pointer)) return load_from_vpm(pointer, sum_of(address), static_cast<unsigned>(bytes));
    return order_.fresh.contains(&load) ? load_fresh_words(pointer, sum_of(address)) : load_word(address);
  };
  if (bytes == 8 && type.isIntegerTy()) {
    const Operand first = word_at(0);
    return set(load, {first, word_at(4)});
  }
  if (type.isDoubleTy()) return refuse(load, "it uses double");
  if (bytes > 4 || type.isVectorTy()) return refuse(load, "it loads values of a kind that QPUs do not have");
  const Operand word = word_at(0);
  if (bytes == 4) return set(load, word);
  // A shift takes its number modulo 32: 8 times the place of the byte in its word. Rows that run together
  // differ by whole words.
  const Operand place = emit_.add(AddOp::shl, address_of(pointer).base, constant(3));
  set(load, emit_.add(AddOp::shr, word, place));
}

void Selector::visitStoreInst(llvm::StoreInst& store_instruction) {
  const llvm::Value& stored = *store_instruction.getValueOperand();
  const std::uint64_t bytes = layout_.getTypeStoreSize(stored.getType());
  const llvm::Value& place = *store_instruction.getPointerOperand();
  if (store_instruction.getPointerAddressSpace() == 0 && !is_in_vpm(place))
    return refuse(store_instruction, "it stores to where it is not known which memory it is");
  if (stored.getType()->isDoubleTy()) return refuse(store_instruction, "it uses double");
  if (stored.getType()->isVectorTy() || bytes > 8 || (bytes == 8 && !stored.getType()->isIntegerTy()))
    return refuse(store_instruction, "it stores values of a kind that QPUs do not have");
  if (full_) {
    store_full_rows(store_instruction, false);
    if (bytes == 8) store_full_rows(store_instruction, true);
    return;
  }
  const Parts value = parts(stored);
  const Operand address = low(place);
  if (is_in_vpm(place)) {
    store_to_vpm(place, address, value.low, static_cast<unsigned>(std::min<std::uint64_t>(bytes, 4)));
    if (bytes == 8) store_to_vpm(place, emit_.add(AddOp::add, address, constant(4)), value.high, 4);
    return;
  }
  const auto stride = strides_.of(place);
  store(value.low, address, static_cast<unsigned>(std::min<std::uint64_t>(bytes, 4)), stride);
  if (bytes == 8) store(value.high, emit_.add(AddOp::add, address, constant(4)), 4, stride);
}

}  // namespace quadcl::compiler::qpu
