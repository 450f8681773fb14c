// SPDX-License-Identifier: Apache-2.0

// Pack and unpack modes (lane_packing.h) as instructions of the host.

#include <cstddef>

#include "qpu/emulator/translation/group_writer.h"

namespace quadcl::qpu::emulator {

namespace {

using Xbyak::CodeGenerator;

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
  const Ref source = load(from), result = make();
  vpshufb(result->zmm, source->zmm, memory_of(in_tables(table_offset), false));
  return result;
}

GroupWriter::Ref GroupWriter::unpack_integer(const Source& from, unsigned mode) {
  if (mode == 3) return shuffled(from, row(offsetof(TranslationTables, repeat_byte), 3));
  if (mode >= 4) return shuffled(from, row(offsetof(TranslationTables, take_byte), mode - 4));
  const Ref source = load(from), result = make();
  if (mode == 1) {
    vpslld(result->zmm, source->zmm, 16);
    vpsrad(result->zmm, result->zmm, 16);
  } else {
    vpsrad(result->zmm, source->zmm, 16);
  }
  return result;
}

/// `renormalise`: denormal halves get their value.
GroupWriter::Ref GroupWriter::unpack_float(const Source& from, unsigned mode, bool renormalise) {
  if (mode == 3) return unpack_integer(from, mode);
  if (mode >= 4) {
    const Ref byte = unpack_integer(from, mode);
    vcvtdq2ps(byte->zmm, byte->zmm);
    vdivps(byte->zmm, byte->zmm, second(constant(0x437f0000)));  // by 255, toward zero
    return byte;
  }
  const Ref half = make(), result = make();
  if (mode == 1) {
    vpslld(half->zmm, load(from)->zmm, 16);
  } else {
    vpandd(half->zmm, load(from)->zmm, second(constant(0xffff0000)));
  }
  // Exponent and mantissa in place; the exponent's bias changes, unless it is 0.
  vpandd(result->zmm, half->zmm, second(constant(0x7fff0000)));
  vpsrld(result->zmm, result->zmm, 3);
  vpcmpud(k3, result->zmm, second(constant(kOneHalfExponent)), 1);
  vpcmpud(k2, result->zmm, second(constant(kInfiniteHalf)), 5);
  knotw(k4, k3);
  vpaddd(result->zmm | k4, result->zmm, second(constant(kRebias)));
  vpaddd(result->zmm | k2, result->zmm, second(constant(kRebias)));
  vpternlogd(result->zmm, half->zmm, second(constant(0x80000000)), 0xf8);  // result | (half & sign)
  if (renormalise) {
    const Xbyak::Ymm words(half->zmm.getIdx());
    vpsrld(half->zmm, half->zmm, 16);
    vpmovdw(words, half->zmm);
    vcvtph2ps(result->zmm | k3, words);
  }
  return result;
}

/// Away from zero; denormal halves become +0, NaN and overflow become Inf.
GroupWriter::Ref GroupWriter::half_from_float(const Source& value) {
  const Ref from = load(canonical(value)), result = make(), sign = make();
  vpandd(result->zmm, from->zmm, second(constant(0x7fffffff)));
  vpcmpud(k4, result->zmm, second(constant(0x38800000)), 5);
  vpaddd(result->zmm, result->zmm, second(constant(0x1fffu - 0x38000000u)));
  vpsrld(result->zmm, result->zmm, 13);
  vpminud(result->zmm, result->zmm, second(constant(0x7c00)));
  vpsrld(sign->zmm, from->zmm, 16);
  vpternlogd(result->zmm, sign->zmm, second(constant(0x8000)), 0xf8);
  vmovdqa32(result->zmm | k4 | T_z, result->zmm);
  return result;
}

/// From 0.0 .. 1.0 to 0 .. 255, to nearest: half of 2 * mantissa * 255 >> n, plus 1.
GroupWriter::Ref GroupWriter::colour_from_float(const Source& value) {
  const Ref from = load(canonical(value)), result = make(), count = make(), product = make();
  vpandd(result->zmm, from->zmm, second(constant(0x7fffff)));
  vpord(result->zmm, result->zmm, second(constant(0x800000)));
  vpslld(product->zmm, result->zmm, 8);
  vpsubd(product->zmm, product->zmm, result->zmm);
  vpsrld(count->zmm, from->zmm, 23);
  const Ref most = load(constant(149));
  vpsubd(count->zmm, most->zmm, count->zmm);
  vpsrlvd(result->zmm, product->zmm, count->zmm);
  vpsubd(result->zmm, result->zmm, second(constant(0xffffffff)));
  vpsrld(result->zmm, result->zmm, 1);
  vpcmpd(k4, from->zmm, second(constant(0x3f800000)), 5);
  vpblendmd(result->zmm | k4, result->zmm, second(constant(255)));
  vpcmpd(k4, from->zmm, zero, 5);
  vmovdqa32(result->zmm | k4 | T_z, result->zmm);
  return result;
}

void GroupWriter::write_packed(const Operation& op, unsigned byte_offset, Ref value, bool is_float,
                               const Lanes& lanes) {
  const isa::Instruction instruction(op.word);
  const auto number = static_cast<unsigned>(instruction.pack());
  const PackMode mode = kPackModes[number];
  if (instruction.pm()) {
    value = colour_from_float(in_register(value));
  } else if (is_float && mode.bits == 16) {
    value = half_from_float(in_register(value));
  } else if (mode.saturates) {
    const bool half = mode.bits == 16;
    value = integer(&CodeGenerator::vpmaxsd, in_register(value), constant(half ? 0xffff8000 : 0));
    value = integer(&CodeGenerator::vpminsd, in_register(value), constant(half ? 0x7fff : 255));
  }
  const unsigned slot = byte_offset / sizeof(LaneVector);
  if (mode.bits == 32) {
    return write(byte_offset,
                 shuffled(canonical(in_register(value)), offsetof(TranslationTables, repeat_byte)), lanes);
  }
  const Ref old = load(canonical(slot_source(slot)));
  const Ref result = make(), placed = make();
  vpslld(placed->zmm, load(canonical(in_register(value)))->zmm, static_cast<std::uint8_t>(mode.shift));
  vmovdqa32(result->zmm, old->zmm);
  const std::uint32_t part = ((1u << mode.bits) - 1) << mode.shift;
  constexpr std::uint8_t kPlacedInPart = 0xd8;
  if (lanes.all) {
    vpternlogd(result->zmm, placed->zmm, second(constant(part)), kPlacedInPart);
  } else {
    vpternlogd(result->zmm | lanes.mask, placed->zmm, second(constant(part)), kPlacedInPart);
  }
  put(slot, result);
}

}  // namespace quadcl::qpu::emulator
