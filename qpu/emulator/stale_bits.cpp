// SPDX-License-Identifier: Apache-2.0
#include "qpu/emulator/stale_bits.h"

#include <algorithm>
#include <bit>

#include "qpu/emulator/slots.h"
#include "qpu/isa/instruction.h"

namespace quadcl::qpu::emulator {

namespace {

using isa::AddOp;
using isa::MulOp;

constexpr std::uint32_t kAll = ~0U;

bool any(const LaneVector& bits) {
  return std::any_of(std::begin(bits.lane), std::end(bits.lane),
                     [](std::uint32_t lane) { return lane != 0; });
}

/// What a carry may reach.
std::uint32_t from_lowest(std::uint32_t bits) { return 0 - (bits & (0 - bits)); }
/// All of what bits are in, where nothing more is known.
std::uint32_t whole(std::uint32_t bits) { return bits != 0 ? kAll : 0; }
std::uint32_t whole_bytes(std::uint32_t bits) {
  std::uint32_t result = 0;
  for (const std::uint32_t byte : {0xffU, 0xff00U, 0xff0000U, 0xff000000U})
    if ((bits & byte) != 0) result |= byte;
  return result;
}

/// An operand in one lane: its number, and which bits of it are in question.
struct Number {
  std::uint32_t value, bits;
};

std::uint32_t shifted(AddOp op, Number a, Number by) {
  const unsigned distance = by.value & 31;
  if ((by.bits & 31) != 0) return whole(a.bits | by.bits);
  switch (op) {
    case AddOp::shr:
      return a.bits >> distance;
    case AddOp::asr:
      return static_cast<std::uint32_t>(static_cast<std::int32_t>(a.bits) >> distance);
    case AddOp::ror:
      return std::rotr(a.bits, static_cast<int>(distance));
    default:
      return a.bits << distance;
  }
}

/// Which bits of a result are in question. A bit that is 0 on one side of an AND, or 1 of an OR, decides.
std::uint32_t bits_of_sum(AddOp op, Number a, Number b) {
  switch (op) {
    case AddOp::bit_and:
      return (a.bits & (b.value | b.bits)) | (b.bits & (a.value | a.bits));
    case AddOp::bit_or:
      return (a.bits & (~b.value | b.bits)) | (b.bits & (~a.value | a.bits));
    case AddOp::bit_xor:
      return a.bits | b.bits;
    case AddOp::bit_not:
      return a.bits;
    case AddOp::add:
    case AddOp::sub:
      return from_lowest(a.bits | b.bits);
    case AddOp::shl:
    case AddOp::shr:
    case AddOp::asr:
    case AddOp::ror:
      return shifted(op, a, b);
    case AddOp::v8adds:
    case AddOp::v8subs:
      return whole_bytes(a.bits | b.bits);
    default:
      return whole(a.bits | b.bits);
  }
}

std::uint32_t bits_of_product(MulOp op, Number a, Number b) {
  constexpr std::uint32_t kFactor = 0xffffff;
  const std::uint32_t both = a.bits | b.bits;
  switch (op) {
    case MulOp::mul24:
      return from_lowest(both & kFactor);
    case MulOp::v8min:
    case MulOp::v8max:
      return a.value == b.value && a.bits == b.bits ? a.bits : whole_bytes(both);
    case MulOp::v8muld:
    case MulOp::v8adds:
    case MulOp::v8subs:
      return whole_bytes(both);
    default:
      return whole(both);
  }
}

/// Of a number that an unpack mode makes of a part of a word.
std::uint32_t unpacked(isa::Unpack mode, bool as_float, std::uint32_t bits) {
  constexpr std::uint32_t kHalf = 0xffff, kByte = 0xff;
  switch (mode) {
    case isa::Unpack::none:
      return bits;
    case isa::Unpack::half_low:
      return whole(bits & kHalf);
    case isa::Unpack::half_high:
      return whole(bits >> 16);
    case isa::Unpack::byte3_replicated:
      return whole(bits >> 24);
    default: {
      const auto byte = static_cast<unsigned>(mode) - static_cast<unsigned>(isa::Unpack::byte0);
      const std::uint32_t part = bits >> (8 * byte) & kByte;
      return as_float ? whole(part) : part;
    }
  }
}

template <typename BitsOf>
LaneVector in_lanes(const LaneVector& a, const LaneVector& a_bits, const LaneVector& b,
                    const LaneVector& b_bits, BitsOf bits_of) {
  LaneVector result{};
  for (unsigned lane = 0; lane < 16; ++lane)
    result.lane[lane] =
        bits_of(Number{a.lane[lane], a_bits.lane[lane]}, Number{b.lane[lane], b_bits.lane[lane]});
  return result;
}

/// Of what earlier instructions left elsewhere.
LaneVector all_bits() {
  LaneVector result;
  std::fill(std::begin(result.lane), std::end(result.lane), kAll);
  return result;
}

/// Rotations: each lane may get what any lane had.
LaneVector in_any_lane(const LaneVector& bits) {
  std::uint32_t all = 0;
  for (const std::uint32_t lane : bits.lane) all |= lane;
  LaneVector result;
  std::fill(std::begin(result.lane), std::end(result.lane), all);
  return result;
}

}  // namespace

void StaleBits::set(unsigned slot, const LaneVector& bits) {
  bits_[slot] = bits;
  registers_.set(slot, any(bits));
}

StaleBits::Operand StaleBits::operand_of(const Qpu& qpu, const Operation& op, std::uint16_t offset) const {
  const unsigned slot = slot_of(offset);
  Operand operand{qpu.slot[slot], {}};
  if (slot >= slot::last_a && slot <= slot::nop_b) operand.bits = all_bits();
  const unsigned source = slot == slot::unpacked ? slot_of(op.unpack_source) : slot;
  if (source >= kRegisters || !registers_.test(source)) return operand;
  operand.bits = bits_[source];
  if (slot != slot::unpacked) return operand;
  const isa::Instruction instruction(op.word);
  for (std::uint32_t& lane : operand.bits.lane)
    lane = unpacked(instruction.unpack(), op.unpack_as_float, lane);
  return operand;
}

/// Immediates, uniforms and unpacked numbers are there once the instruction has run.
void StaleBits::complete(const Qpu& qpu, std::uint16_t offset, Operand& operand) const {
  if (slot_of(offset) >= kRegisters) operand.value = qpu.slot[slot_of(offset)];
}

void StaleBits::executing(const Qpu& qpu, const Operation& op) {
  const isa::Instruction instruction(op.word);
  is_tested_ = instruction.encoding_class() == isa::EncodingClass::branch && instruction.branch_register() &&
               registers_.test(slot::file_a + instruction.branch_raddr_a());
  add_a_ = operand_of(qpu, op, op.add_a), add_b_ = operand_of(qpu, op, op.add_b);
  mul_a_ = operand_of(qpu, op, op.mul_a), mul_b_ = operand_of(qpu, op, op.mul_b);
  add_lanes_ = lanes_where(qpu, op.condition_add), mul_lanes_ = lanes_where(qpu, op.condition_mul);
}

bool StaleBits::executed(const Qpu& qpu, const Operation& op) {
  const isa::Instruction instruction(op.word);
  if (instruction.encoding_class() == isa::EncodingClass::branch) return is_tested_;
  complete(qpu, op.add_a, add_a_), complete(qpu, op.add_b, add_b_);
  complete(qpu, op.mul_a, mul_a_), complete(qpu, op.mul_b, mul_b_);
  LaneVector sum{}, product{};
  if (op.add != nullptr && instruction.is_alu())
    sum = in_lanes(add_a_.value, add_a_.bits, add_b_.value, add_b_.bits,
                   [&](Number a, Number b) { return bits_of_sum(instruction.op_add(), a, b); });
  if (op.mul != nullptr && instruction.is_alu())
    product = in_lanes(mul_a_.value, mul_a_.bits, mul_b_.value, mul_b_.bits,
                       [&](Number a, Number b) { return bits_of_product(instruction.op_mul(), a, b); });
  if (op.rotation != Rotation::none) product = in_any_lane(product);
  const bool in_flags = op.set_flags && any(op.flags_from_mul ? product : sum);
  const bool by_add = op.add != nullptr && write(qpu, op, sum, false);
  const bool by_mul = op.mul != nullptr && write(qpu, op, product, true);
  return in_flags || by_add || by_mul;
}

bool StaleBits::write(const Qpu& qpu, const Operation& op, const LaneVector& bits, bool by_mul) {
  const LaneMask lanes = by_mul ? mul_lanes_ : add_lanes_;
  if ((op.effects & (by_mul ? effect::write_mul : effect::write_add)) != 0)
    return write_port(qpu, bits, by_mul ? op.io_mul_file_b : op.io_add_file_b,
                      by_mul ? op.io_mul : op.io_add);
  const unsigned target = slot_of(by_mul ? op.mul_destination : op.add_destination);
  if (target >= kRegisters) return false;
  const bool packs = (by_mul ? op.pack_mul : op.pack_add) != nullptr;
  LaneVector after = registers_.test(target) ? bits_[target] : LaneVector{};
  for (unsigned lane = 0; lane < 16; ++lane)
    if ((lanes >> lane & 1) != 0)
      after.lane[lane] = packs ? whole(after.lane[lane] | bits.lane[lane]) : bits.lane[lane];
  set(target, after);
  return false;
}

/// r5 is a register. Of a vector for the VPM, as many of the lowest bits go there as its set-up says.
bool StaleBits::write_port(const Qpu& qpu, const LaneVector& bits, bool file_b, unsigned address) {
  LaneVector written = bits;
  if (address == isa::write_address::r5) {
    LaneVector all = in_any_lane(bits);
    if (registers_.test(slot::r5) && !file_b)
      for (unsigned lane = 0; lane < 16; ++lane) all.lane[lane] |= bits_[slot::r5].lane[lane];
    set(slot::r5, all);
    return false;
  }
  if (address == isa::write_address::vpm)
    for (std::uint32_t& lane : written.lane)
      lane &= kAll >> (32 - (32U >> qpu.vpm_writer.block().parts_log2));
  return any(written);
}

}  // namespace quadcl::qpu::emulator
