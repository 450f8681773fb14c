// SPDX-License-Identifier: Apache-2.0

// The operations of both ALUs (lane_math.h), and of the SFU, as instructions of the host.

#include <array>

#include "qpu/emulator/translation/group_writer.h"
#include "qpu/isa/opcodes.h"
#include "qpu/isa/tables.h"

namespace quadcl::qpu::emulator {

namespace {

using Writer = GroupWriter;
using Ref = Writer::Ref;
using Source = Writer::Source;
using host::Instruction;
using Write = Ref (*)(Writer&, const Source&, const Source&);

constexpr std::uint32_t kMagnitude = 0x7fffffff;

Ref with_word(Writer& w, const Instruction& instruction, const Source& a, std::uint32_t word) {
  return w.integer(instruction, a, Writer::constant(word));
}

// ---- integers

template <const Instruction& instruction>
Ref integer(Writer& w, const Source& a, const Source& b) {
  return w.integer(instruction, a, b);
}

/// An operation that gives back what both of its operands are.
template <Write write>
Ref chosen(Writer& w, const Source& a, const Source& b) {
  return a == b ? w.load(a) : write(w, a, b);
}

template <const host::Shift& by_constant, const Instruction& by_lanes>
Ref shift(Writer& w, const Source& a, const Source& b) {
  if (b.kind == Source::Kind::constant) return w.shift(by_constant, w.load(w.canonical(a)), b.number & 31);
  return w.integer(by_lanes, a, Writer::held(with_word(w, host::bit_and, b, 31)));
}

Ref rotate_right(Writer& w, const Source& a, const Source& b) {
  const Ref from = w.load(w.canonical(a));
  return w.rotate_bits(from, a == b ? from : w.load(w.canonical(b)), false);
}

Ref bit_not(Writer& w, const Source& a, const Source&) { return with_word(w, host::bit_xor, a, 0xffffffff); }

Ref count_leading_zeros(Writer& w, const Source& a, const Source&) {
  return w.count_leading_zeros(w.load(w.canonical(a)));
}

Ref mul24(Writer& w, const Source& a, const Source& b) {
  constexpr std::uint32_t kFactor = 0xffffff;
  const Ref first = with_word(w, host::bit_and, a, kFactor);
  return w.apply(host::multiply, first, a == b ? first : with_word(w, host::bit_and, b, kFactor));
}

/// (x + 127) / 255 of products of bytes, in words: with y = x + 127, (y + 1 + (y >> 8)) >> 8.
Ref divided_by_255(Writer& w, const Ref& product) {
  const Ref y = w.apply(host::add_halves, product, 127 * 0x10001);
  const Ref sum = w.apply(host::add_halves, y, w.shift(host::halves_right, y, 8));
  return w.shift(host::halves_right, w.apply(host::add_halves, sum, 0x10001), 8);
}

Ref v8muld(Writer& w, const Source& a, const Source& b) {
  const Ref x = w.load(w.canonical(a)), y = w.load(w.canonical(b));
  const auto even_bytes = [&](const Ref& from) { return w.apply(host::bit_and, from, 0x00ff00ff); };
  const auto odd_bytes = [&](const Ref& from) { return w.shift(host::halves_right, from, 8); };
  const auto product = [&](const Ref& first, const Ref& other) {
    return divided_by_255(w, w.apply(host::multiply_halves, first, other));
  };
  const Ref even = product(even_bytes(x), even_bytes(y));
  return w.apply(host::bit_or, w.shift(host::left, product(odd_bytes(x), odd_bytes(y)), 8), even);
}

// ---- floats

template <const Instruction& instruction, bool commutes>
Ref rounded(Writer& w, const Source& a, const Source& b) {
  const bool exchange = commutes && a.kind != Source::Kind::value && b.kind == Source::Kind::value;
  const Source& first = exchange ? b : a;
  const Source& other = exchange ? a : b;
  const Ref from = w.load(first);
  const Ref result = w.apply(instruction, from, a == b ? Writer::held(from) : other);
  w.rounded(result, a, b);
  return result;
}

/// Zeros are equal in this order.
template <int greater_from>
Ref by_order(Writer& w, const Source& a, const Source& b) {
  const Ref first = w.load(w.canonical(a)), other = w.load(w.canonical(b));
  const Ref is_greater = w.greater(write_float_order(w, a), Writer::held(write_float_order(w, b)));
  return greater_from == 0 ? w.blend(is_greater, first, other) : w.blend(is_greater, other, first);
}

template <const Instruction& instruction>
Ref by_magnitude(Writer& w, const Source& a, const Source& b) {
  const Ref first = with_word(w, host::bit_and, a, kMagnitude);
  return w.apply(instruction, first, with_word(w, host::bit_and, b, kMagnitude));
}

/// Toward zero; 0 out of range, but INT_MIN for +-FLT_MAX.
Ref ftoi(Writer& w, const Source& a, const Source&) {
  const Ref from = w.load(a), size = with_word(w, host::bit_and, a, kMagnitude);
  const Ref least = w.load(Writer::constant(0x80000000));
  const Ref in_range = w.greater(w.load(Writer::constant(0x4f000000)), Writer::held(size));
  Ref result = w.only_in(in_range, w.convert(host::to_integer, from));
  result = w.blend(w.equal(size, 0x7f7fffff), least, result);
  return w.blend(w.equal(from, 0xcf000000), least, result);
}

Ref itof(Writer& w, const Source& a, const Source&) {
  return w.convert(host::to_float, w.load(w.canonical(a)));
}

// ---- the tables, by opcode

namespace add_ops {

constexpr Write fadd = rounded<host::add_floats, true>;
constexpr Write fsub = rounded<host::subtract_floats, false>;
constexpr Write fmin = chosen<by_order<1>>;
constexpr Write fmax = chosen<by_order<0>>;
constexpr Write fminabs = by_magnitude<host::least>;
constexpr Write fmaxabs = by_magnitude<host::greatest>;
constexpr Write ftoi = emulator::ftoi;
constexpr Write itof = emulator::itof;
constexpr Write add = integer<host::add>;
constexpr Write sub = integer<host::subtract>;
constexpr Write shr = shift<host::right, host::shift_right>;
constexpr Write asr = shift<host::right_signed, host::shift_right_signed>;
constexpr Write ror = rotate_right;
constexpr Write shl = shift<host::left, host::shift_left>;
constexpr Write min = chosen<integer<host::least>>;
constexpr Write max = chosen<integer<host::greatest>>;
constexpr Write bit_and = chosen<integer<host::bit_and>>;
constexpr Write bit_or = chosen<integer<host::bit_or>>;
constexpr Write bit_xor = integer<host::bit_xor>;
constexpr Write bit_not = emulator::bit_not;
constexpr Write clz = count_leading_zeros;
constexpr Write v8adds = integer<host::add_bytes>;
constexpr Write v8subs = integer<host::subtract_bytes>;

#define QUADCL_FILL(code, id, ...) table[code] = id;
constexpr std::array<Write, 32> make_table() {
  std::array<Write, 32> table{};
  QUADCL_ADD_OPS(QUADCL_FILL)
  return table;
}

}  // namespace add_ops

namespace mul_ops {

constexpr Write fmul = rounded<host::multiply_floats, true>;
constexpr Write mul24 = emulator::mul24;
constexpr Write v8muld = emulator::v8muld;
constexpr Write v8min = chosen<integer<host::least_bytes>>;
constexpr Write v8max = chosen<integer<host::greatest_bytes>>;
constexpr Write v8adds = integer<host::add_bytes>;
constexpr Write v8subs = integer<host::subtract_bytes>;

constexpr std::array<Write, 8> make_table() {
  std::array<Write, 8> table{};
  QUADCL_MUL_OPS(QUADCL_FILL)
  return table;
}
#undef QUADCL_FILL

}  // namespace mul_ops

constexpr std::array<Write, 32> kAddWrites = add_ops::make_table();
constexpr std::array<Write, 8> kMulWrites = mul_ops::make_table();

}  // namespace

Ref write_add(Writer& w, isa::AddOp op, const Source& a, const Source& b) {
  return kAddWrites[static_cast<unsigned>(op)](w, a, b);
}

Ref write_mul(Writer& w, isa::MulOp op, const Source& a, const Source& b) {
  return kMulWrites[static_cast<unsigned>(op)](w, a, b);
}

Ref write_float_order(Writer& w, const Source& value) {
  const Ref sign = w.shift(host::right_signed, w.load(value), 31);
  const Ref turned = w.apply(host::bit_xor, with_word(w, host::bit_and, value, kMagnitude), sign);
  return w.apply(host::subtract, turned, sign);
}

Ref Writer::integer(const Instruction& instruction, const Source& a, const Source& b) {
  const Ref from = load(canonical(a));
  return apply(instruction, from, a == b ? held(from) : canonical(b));
}

void Writer::rounded(const Ref& result, const Source& a, const Source& b) {
  for (const Source* source : {&a, &b}) {
    if (source->value != nullptr) source->value->unchecked = false;
  }
  std::erase_if(unchecked_, [](const Ref& value) { return !value->unchecked; });
  result->negative_zero = result->unchecked = true;
  unchecked_.push_back(result);
}

// ---- the SFU (float_rules.cpp)

/// Rounds to 14 significant bits. 0 has an infinite result; Inf and NaN, and what is too small, have 0.
Ref Writer::quantised(const Ref& result, const Ref& of) {
  constexpr std::uint32_t kExponent = 0x7f800000, kHalf = 1u << 9;
  const Ref bits = apply(host::bit_and, apply(host::add, result, kHalf), ~(2 * kHalf - 1));
  const Ref finite = inverse(equal(apply(host::bit_and, of, kExponent), kExponent));
  const Ref in_range = only_in(both(finite, any_bits(result, kExponent)), bits);
  return blend(any_bits(of, kExponent), in_range, load(constant(kExponent)));
}

Ref Writer::reciprocal(const Ref& value) {
  return quantised(apply(host::divide_floats, load(constant(0x3f800000)), value), value);
}

Ref Writer::reciprocal_root(const Ref& value) {
  return quantised(inverse_root(apply(host::bit_and, value, kMagnitude)), value);
}

// ---- carries

/// The carry of the operation that sets the flags.
Ref Writer::carry(const Operation& op, const Ref& result) {
  using isa::AddOp;
  const isa::Instruction instruction(op.word);
  if (op.carry == nullptr) return none();
  if (op.flags_from_mul) return product_overflow(operand(op, op.mul_a), operand(op, op.mul_b));
  const Source a = canonical(operand(op, op.add_a)), b = canonical(operand(op, op.add_b));
  switch (instruction.op_add()) {
    case AddOp::fadd:
    case AddOp::fsub:
      return greater(result, 0u);
    case AddOp::fmin:
    case AddOp::fmax:
      return greater(write_float_order(*this, a), held(write_float_order(*this, b)));
    case AddOp::fminabs:
    case AddOp::fmaxabs:
      return greater(with_word(*this, host::bit_and, a, kMagnitude),
                     held(with_word(*this, host::bit_and, b, kMagnitude)));
    case AddOp::add:
      return below(result, a);
    case AddOp::sub:
      return below(load(a), b);
    case AddOp::min:
    case AddOp::max:
      return greater(load(a), b);
    default:
      return shifted_out(a, b, instruction.op_add() == AddOp::shl);
  }
}

/// The last bit shifted out; none for a shift by 0. A rotation by one less brings it to one end.
Ref Writer::shifted_out(const Source& a, const Source& b, bool to_the_left) {
  const Ref turned = rotate_bits(load(a), with_word(*this, host::add, b, 0xffffffff), to_the_left);
  const Ref shifts = any_bits(load(b), 31);
  return both(shifts, any_bits(turned, to_the_left ? 0x80000000 : 1));
}

/// Whether one of bits 24 to 47 of the product of the low 24 bits is set.
Ref Writer::product_overflow(const Source& a, const Source& b) {
  const Ref first = with_word(*this, host::bit_and, canonical(a), 0xffffff);
  const Ref other = with_word(*this, host::bit_and, canonical(b), 0xffffff);
  const auto high = [this](const Ref& x, const Ref& y) {
    return shift(host::pairs_right, apply(host::multiply_even, x, y), 24);
  };
  const auto odd = [this](const Ref& x) { return shift(host::pairs_right, x, 32); };
  const Ref odd_lanes = shift(host::pairs_left, high(odd(first), odd(other)), 32);
  return any_bits(apply(host::bit_or, high(first, other), odd_lanes), 0xffffffff);
}

}  // namespace quadcl::qpu::emulator
