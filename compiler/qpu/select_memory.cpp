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

/// The field MODEW: 32 bits, the lower half or the lowest byte of each word.
std::uint32_t mode_of(unsigned bytes) { return bytes == 4 ? 0 : bytes == 2 ? 2 : 4; }

}  // namespace

/// The word at an address, which lanes that are not active must not give: what they have there is anything.
Operand Selector::load_word(Operand address) {
  Operand asked = address;
  if (!all_lanes_are_active()) {
    asked = emit_.move(uniform(QpuUniformKind::data));
    flag_active_lanes();
    emit_.move_to(asked, address, Condition::zero_set);
  }
  const unsigned tmu = next_tmu_++ % 2;
  emit_.move_to(port(tmu == 0 ? isa::write_address::tmu0_s : isa::write_address::tmu1_s), asked);
  Operation receive;
  receive.kind = OperationKind::receive;
  receive.tmu = static_cast<std::uint8_t>(tmu);
  emit_.emit(receive);
  return emit_.move(accumulator(4));
}

void Selector::to_vpm(Operand value) {
  emit_.add_to(kVpmWriteSetup, AddOp::add, uniform(QpuUniformKind::vpm_row), constant(kVpmRows + own_row_));
  emit_.move_to(port(isa::write_address::vpm), value);
}

/// The set-up word with the row of this QPU.
Operand Selector::dma_setup(std::uint32_t bits) {
  const Operand row = emit_.add(AddOp::shl, uniform(QpuUniformKind::vpm_row), constant(kVpmRow));
  return emit_.add(AddOp::add, row, constant((kDmaStore | bits) + (own_row_ << kVpmRow)));
}

/// One QPU at a time may use the DMA engine.
void Selector::lock_dma() { emit_.move_to({}, port(isa::read_address::mutex_acquire)); }
void Selector::unlock_dma() { emit_.move_to(port(isa::write_address::mutex_release), zero()); }

void Selector::start_dma(Operand setup, std::optional<std::uint32_t> gap, Operand address) {
  emit_.move_to(kVpmWriteSetup, setup);
  if (gap) emit_.move_to(kVpmWriteSetup, constant(kDmaStride | *gap));
  emit_.move_to(kDmaStoreAddress, address);
  emit_.move_to({}, kDmaStoreWait);
}

/// Stores the lanes of the row that have a work-item: side by side, or at equal distances.
void Selector::store_row(Operand address, unsigned bytes, std::int32_t stride) {
  lock_dma();
  const std::uint32_t mode = mode_of(bytes);
  if (stride == 0) {
    start_dma(dma_setup(kDmaRow | 1U << kUnits | 1U << kDepth | mode), {}, address);
  } else if (stride == static_cast<std::int32_t>(bytes)) {
    const Operand setup = dma_setup(kDmaRow | 1U << kUnits | mode);
    start_dma(emit_.add(AddOp::add, setup, emit_.add(AddOp::shl, in_row_, constant(kDepth - 32))), {},
              address);
  } else {
    const Operand setup = dma_setup(1U << kDepth | mode);
    start_dma(emit_.add(AddOp::add, setup, emit_.add(AddOp::shl, in_row_, constant(kUnits - 32))),
              static_cast<std::uint32_t>(stride) - bytes, address);
  }
  unlock_dma();
}

/// The state of a store of which rows wait in the VPM: how many, the address of the first, and that behind
/// the last. The same for all lanes, but for the addresses of their own.
Selector::Batch& Selector::batch_of(const llvm::StoreInst& store) {
  const std::uint32_t number = batched_.numbers.lookup(&store);
  while (batches_.size() <= number) {
    Batch& added = batches_.emplace_back();
    added.row = static_cast<std::uint32_t>(batches_.size() - 1) * batched_.rows;
    for (Operand* part : {&added.waiting, &added.first, &added.next}) {
      *part = emit_.code().new_value();
      Operation clear;
      clear.target = *part;
      clear.a = zero();
      emit_.code().blocks[kSetupBlock].operations.push_back(clear);
    }
  }
  return batches_[number];
}

/// Transfers the rows that wait, if there are any.
void Selector::flush(const Batch& batch, unsigned loops) {
  const std::uint32_t transfer = emit_.new_block_behind(emit_.block(), loops),
                      rest = emit_.new_block_behind(transfer, loops);
  emit_.flags(AddOp::bit_or, batch.waiting, batch.waiting);
  emit_.branch(BranchCondition::all_zero_set, rest);
  emit_.go_to(transfer);
  lock_dma();
  const Operand rows = emit_.add(AddOp::shl, batch.waiting, constant(kUnits - 32));
  const Operand setup = dma_setup(kDmaRow | 16U << kDepth | mode_of(batch.bytes) | batch.row << kVpmRow);
  start_dma(emit_.add(AddOp::add, setup, rows), 0, batch.first);
  unlock_dma();
  emit_.move_to(batch.waiting, zero());
  emit_.go_to(rest);
}

/// A full row that lies behind those that wait joins them. Any other is stored after them.
void Selector::store_in_batch(Operand value, Operand address, unsigned bytes, Batch& batch) {
  const unsigned loops = 1 + flow_.loops(*block_);
  batch.bytes = bytes;
  const std::uint32_t start = emit_.block(), alone = emit_.new_block_behind(start, loops);
  const std::uint32_t joins = emit_.new_block_behind(start, loops);
  if (!all_lanes_are_active()) {
    flag_active_lanes();
    emit_.branch(BranchCondition::any_zero_clear, alone);
    emit_.go_to(emit_.new_block_behind(start, loops));
  }
  emit_.flags(AddOp::bit_xor, in_row_, constant(16));
  emit_.branch(BranchCondition::any_zero_clear, alone);
  emit_.branch(BranchCondition::always, joins);

  emit_.go_to(alone);
  flush(batch, loops);
  own_row_ = batch.row;  // rows of other stores may wait in the others
  to_vpm(value);
  store_now(address, bytes, static_cast<std::int32_t>(bytes));
  own_row_ = 0;
  const std::uint32_t rest = emit_.new_block_behind(emit_.block(), loops);

  emit_.go_to(joins);
  const std::uint32_t follows = emit_.new_block_behind(joins, loops),
                      breaks = emit_.new_block_behind(joins, loops);
  emit_.flags(AddOp::bit_xor, address, batch.next);
  emit_.branch(BranchCondition::all_zero_set, follows);
  emit_.go_to(breaks);
  flush(batch, loops);
  emit_.go_to(follows);
  const Operand row = emit_.add(AddOp::add, uniform(QpuUniformKind::vpm_row), batch.waiting);
  emit_.add_to(kVpmWriteSetup, AddOp::add, row, constant(kVpmRows + batch.row));
  emit_.move_to(port(isa::write_address::vpm), value);
  emit_.flags(AddOp::bit_or, batch.waiting, batch.waiting);
  emit_.move_to(batch.first, address, Condition::zero_set);
  emit_.add_to(batch.waiting, AddOp::add, batch.waiting, constant(1));
  emit_.add_to(batch.next, AddOp::add, address, constant(16 * bytes));
  const std::uint32_t is_full = emit_.new_block_behind(follows, loops);
  emit_.flags(AddOp::bit_xor, batch.waiting, constant(batched_.rows));
  emit_.branch(BranchCondition::any_zero_clear, rest);
  emit_.go_to(is_full);
  flush(batch, loops);
  emit_.branch(BranchCondition::always, rest);
  emit_.go_to(rest);
}

void Selector::flush_all() {
  for (const Batch& batch : batches_) flush(batch, 0);
}

/// Stores lane after lane, those that are active and have a work-item.
void Selector::store_single_lanes(Operand address, unsigned bytes) {
  const Operand wanted = emit_.move(zero());
  if (!all_lanes_are_active()) {
    flag_active_lanes();
    emit_.move_to(wanted, constant(~0U), Condition::zero_set);
  } else {
    emit_.move_to(wanted, constant(~0U));
  }
  emit_.flags(AddOp::sub, lane_, in_row_);
  emit_.move_to(wanted, zero(), Condition::carry_clear);
  const Operand places = emit_.move(address),
                setup = emit_.move(dma_setup(kDmaRow | 1U << kUnits | 1U << kDepth | mode_of(bytes)));
  const Operand left = emit_.move(constant(16));
  lock_dma();
  const std::uint32_t next = emit_.new_block_behind(emit_.block(), 2 + flow_.loops(*block_));
  const std::uint32_t one = emit_.new_block_behind(next, 2 + flow_.loops(*block_));
  const std::uint32_t behind = emit_.new_block_behind(one, 2 + flow_.loops(*block_));
  const std::uint32_t rest = emit_.new_block_behind(behind, 1 + flow_.loops(*block_));

  emit_.go_to(next);  // only lane 0 counts
  const Operand first = emit_.add(AddOp::bit_and, wanted, only_lane_0());
  emit_.flags(AddOp::bit_or, first, first);
  emit_.branch(BranchCondition::all_zero_set, behind);
  emit_.go_to(one);
  start_dma(setup, {}, places);
  emit_.go_to(behind);
  emit_.move_to(places, emit_.rotate(places, 15));
  emit_.move_to(wanted, emit_.rotate(wanted, 15));
  emit_.add_to(setup, AddOp::add, setup, constant(1U << kVpmColumn));
  emit_.count_down(left);
  emit_.branch(BranchCondition::any_zero_clear, next);
  emit_.go_to(rest);
  unlock_dma();
}

/// All ones in lane 0, else zeros.
Operand Selector::only_lane_0() {
  const Operand mask = emit_.move(zero());
  emit_.flags(AddOp::bit_or, lane_, lane_);
  return emit_.move_to(mask, constant(~0U), Condition::zero_set);
}

void Selector::store(Operand value, Operand address, unsigned bytes, std::optional<std::int32_t> stride) {
  to_vpm(value);
  store_now(address, bytes, stride);
}

/// Stores what is in the VPM.
void Selector::store_now(Operand address, unsigned bytes, std::optional<std::int32_t> stride) {
  const auto size = static_cast<std::int32_t>(bytes);
  const bool in_one = stride && (*stride == 0 || (*stride >= size && *stride - size <= kMostGap));
  if (!in_one) return store_single_lanes(address, bytes);
  if (all_lanes_are_active()) return store_row(address, bytes, *stride);
  // Mostly all lanes go the same way.
  const std::uint32_t some = emit_.new_block_behind(emit_.block(), 1 + flow_.loops(*block_));
  flag_active_lanes();
  emit_.branch(BranchCondition::any_zero_clear, some);
  const std::uint32_t all = emit_.new_block_behind(emit_.block(), 1 + flow_.loops(*block_));
  emit_.go_to(all);
  store_row(address, bytes, *stride);
  emit_.go_to(some);
  store_single_lanes(address, bytes);
  const std::uint32_t rest = split_block();
  emit_.go_to(all);
  emit_.branch(BranchCondition::always, rest);
  emit_.go_to(rest);
}

void Selector::visitLoadInst(llvm::LoadInst& load) {
  const llvm::Type& type = *load.getType();
  const std::uint64_t bytes = layout_.getTypeStoreSize(load.getType());
  if (load.isVolatile() || load.isAtomic()) return refuse(load, "it loads from volatile or atomic memory");
  if (load.getPointerAddressSpace() == 0 || load.getPointerAddressSpace() == 3)
    return refuse(load, "it uses local memory or arrays of its own");
  if (load.getAlign() < std::min<std::uint64_t>(bytes, 4))
    return refuse(load, "it loads from places without alignment");
  const Operand address = low(*load.getPointerOperand());
  if (bytes == 8 && type.isIntegerTy()) {
    const Operand first = load_word(address);
    return set(load, {first, load_word(emit_.add(AddOp::add, address, constant(4)))});
  }
  if (type.isDoubleTy()) return refuse(load, "it uses double");
  if (bytes > 4 || type.isVectorTy()) return refuse(load, "it loads values of a kind that QPUs do not have");
  const Operand word = load_word(address);
  // A shift takes its number modulo 32: 8 times the place of the byte in its word.
  if (bytes < 4) return set(load, emit_.add(AddOp::shr, word, emit_.add(AddOp::shl, address, constant(3))));
  set(load, word);
}

void Selector::visitStoreInst(llvm::StoreInst& store_instruction) {
  const llvm::Value& stored = *store_instruction.getValueOperand();
  const std::uint64_t bytes = layout_.getTypeStoreSize(stored.getType());
  if (store_instruction.isVolatile() || store_instruction.isAtomic())
    return refuse(store_instruction, "it stores to volatile or atomic memory");
  if (store_instruction.getPointerAddressSpace() == 0 || store_instruction.getPointerAddressSpace() == 3)
    return refuse(store_instruction, "it uses local memory or arrays of its own");
  if (stored.getType()->isDoubleTy()) return refuse(store_instruction, "it uses double");
  if (stored.getType()->isVectorTy() || bytes > 8 || (bytes == 8 && !stored.getType()->isIntegerTy()))
    return refuse(store_instruction, "it stores values of a kind that QPUs do not have");
  const llvm::Value& place = *store_instruction.getPointerOperand();
  const Parts value = parts(stored);
  const Operand address = low(place);
  const auto stride = strides_.of(place);
  if (batched_.numbers.contains(&store_instruction))
    return store_in_batch(value.low, address, static_cast<unsigned>(bytes), batch_of(store_instruction));
  store(value.low, address, static_cast<unsigned>(std::min<std::uint64_t>(bytes, 4)), stride);
  if (bytes == 8) store(value.high, emit_.add(AddOp::add, address, constant(4)), 4, stride);
}

}  // namespace quadcl::compiler::qpu
