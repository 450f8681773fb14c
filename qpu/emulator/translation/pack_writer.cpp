// SPDX-License-Identifier: Apache-2.0

// Pack and unpack modes (lane_packing.h) as instructions of the host.

#include <cstddef>

#include "qpu/emulator/translation/group_writer.h"

namespace quadcl::qpu::emulator {

namespace {

/// What a mode of packing stores: the low `bits` of its result at `shift`; 32 bits: the byte in all bytes.
struct PackMode {
  unsigned bits, shift;
  bool saturates;
};

constexpr PackMode kPackModes[16] = {
    {},
    {16, 0, false},
    {16, 16, false},
    {32, 0, false},
    {8, 0, false},
    {8, 8, false},
    {8, 16, false},
    {8, 24, false},
    {},
    {16, 0, true},
    {16, 16, true},
    {32, 0, true},
    {8, 0, true},
    {8, 8, true},
    {8, 16, true},
    {8, 24, true},
};

constexpr std::uint32_t kOneHalfExponent = 1u << 23;  // the smallest normal half, before rebiasing
constexpr std::uint32_t kInfiniteHalf = 31u << 23;
constexpr std::uint32_t kRebias = 112u << 23;

std::size_t row(std::size_t table, unsigned number) { return table + number * sizeof(LaneVector); }

}  // namespace

GroupWriter::Ref GroupWriter::shuffled(const Source& from, std::size_t table_offset) {
  return apply(host::choose_bytes, load(from), in_tables(table_offset));
}

GroupWriter::Ref GroupWriter::unpack_integer(const Source& from, unsigned mode) {
  if (mode == 3) return shuffled(from, row(offsetof(TranslationTables, repeat_byte), 3));
  if (mode >= 4) return shuffled(from, row(offsetof(TranslationTables, take_byte), mode - 4));
  const Ref source = load(from);
  return shift(host::right_signed, mode == 1 ? shift(host::left, source, 16) : source, 16);
}

/// `renormalise`: denormal halves get their value.
GroupWriter::Ref GroupWriter::unpack_float(const Source& from, unsigned mode, bool renormalise) {
  if (mode == 3) return unpack_integer(from, mode);
  if (mode >= 4) {
    const Ref number = convert(host::to_float, unpack_integer(from, mode));
    return apply(host::divide_floats, number, 0x437f0000);  // by 255, toward zero
  }
  const Ref half =
      mode == 1 ? shift(host::left, load(from), 16) : apply(host::bit_and, load(from), 0xffff0000);
  // Exponent and mantissa in place; the exponent's bias changes, unless it is 0.
  const Ref placed = shift(host::right, apply(host::bit_and, half, 0x7fff0000), 3);
  const Ref is_normal = greater(placed, kOneHalfExponent - 1);
  const Ref rebias = load(constant(kRebias));
  const Ref once = apply(host::add, placed, only_in(is_normal, rebias));
  const Ref twice = apply(host::add, once, only_in(greater(placed, kInfiniteHalf - 1), rebias));
  const Ref result = merge_bits(twice, half, 0x80000000);
  return renormalise ? blend(is_normal, result, from_half(shift(host::right, half, 16))) : result;
}

/// Away from zero; denormal halves become +0, NaN and overflow become Inf.
GroupWriter::Ref GroupWriter::half_from_float(const Source& value) {
  const Ref from = load(canonical(value)), size = apply(host::bit_and, from, 0x7fffffff);
  const Ref is_normal = greater(size, 0x38800000 - 1);
  const Ref half = shift(host::right, apply(host::add, size, 0x1fffu - 0x38000000u), 13);
  const Ref limited = apply(host::least_unsigned, half, 0x7c00);
  return only_in(is_normal, merge_bits(limited, shift(host::right, from, 16), 0x8000));
}

/// From 0.0 .. 1.0 to 0 .. 255, to nearest: half of 2 * mantissa * 255 >> n, plus 1.
GroupWriter::Ref GroupWriter::colour_from_float(const Source& value) {
  const Ref from = load(canonical(value));
  const Ref mantissa = apply(host::bit_or, apply(host::bit_and, from, 0x7fffff), 0x800000);
  const Ref product = apply(host::subtract, shift(host::left, mantissa, 8), mantissa);
  const Ref count = apply(host::subtract, load(constant(149)), shift(host::right, from, 23));
  const Ref twice = apply(host::shift_right, product, count);
  const Ref colour = shift(host::right, apply(host::add, twice, 1), 1);
  const Ref limited = blend(greater(from, 0x3f800000 - 1), load(constant(255)), colour);
  return only_in(greater(from, 0xffffffff), limited);
}

void GroupWriter::write_packed(const Operation& op, unsigned byte_offset, Ref value, bool is_float,
                               const Lanes& lanes) {
  const isa::Instruction instruction(op.word);
  const auto number = static_cast<unsigned>(instruction.pack());
  const PackMode mode = kPackModes[number];
  if (instruction.pm()) {
    value = colour_from_float(held(value));
  } else if (is_float && mode.bits == 16) {
    value = half_from_float(held(value));
  } else if (mode.saturates) {
    const bool half = mode.bits == 16;
    value = apply(host::greatest, canonical(value), half ? 0xffff8000 : 0);
    value = apply(host::least, value, half ? 0x7fff : 255);
  }
  canonical(value);
  if (mode.bits == 32) {
    return write(byte_offset, shuffled(held(value), offsetof(TranslationTables, repeat_byte)), lanes);
  }
  const std::uint32_t part = ((1u << mode.bits) - 1) << mode.shift;
  const Ref old = load(canonical(slot_source(byte_offset / sizeof(LaneVector))));
  write(byte_offset, merge_bits(old, shift(host::left, value, mode.shift), part), lanes);
}

}  // namespace quadcl::qpu::emulator
