// SPDX-License-Identifier: Apache-2.0

// The operations of both ALUs (lane_math.h) as instructions of the host.

#include <array>

#include "qpu/emulator/translation/group_writer.h"
#include "qpu/isa/opcodes.h"
#include "qpu/isa/tables.h"

namespace quadcl::qpu::emulator {

namespace {

using Writer = GroupWriter;
using Ref = Writer::Ref;
using Source = Writer::Source;
using Xbyak::CodeGenerator;
using Write = Ref (*)(Writer&, const Source&, const Source&);

constexpr std::uint32_t kMagnitude = 0x7fffffff;

Source held(const Ref& value) { return Writer::in_register(value); }

Ref with_word(Writer& w, Writer::Binary instruction, const Source& a, std::uint32_t word) {
  return w.integer(instruction, a, Writer::constant(word));
}

// ---- integers

template <Writer::Binary instruction>
Ref integer(Writer& w, const Source& a, const Source& b) {
  return w.integer(instruction, a, b);
}

/// For instructions that cannot repeat a word of memory.
template <Writer::Binary instruction>
Ref bytes(Writer& w, const Source& a, const Source& b) {
  return w.integer(instruction, a, b, false);
}

/// An operation that gives back what both of its operands are.
template <Write write>
Ref chosen(Writer& w, const Source& a, const Source& b) {
  return a == b ? w.load(a) : write(w, a, b);
}

using ShiftBy = void (CodeGenerator::*)(const Xbyak::Xmm&, const Xbyak::Operand&, std::uint8_t);

template <ShiftBy by_constant, Writer::Binary by_lanes>
Ref shift(Writer& w, const Source& a, const Source& b) {
  if (b.kind == Source::Kind::constant) {
    const Ref from = w.load(w.canonical(a)), result = w.make();
    (w.*by_constant)(result->zmm, from->zmm, static_cast<std::uint8_t>(b.number & 31));
    return result;
  }
  return w.integer(by_lanes, a, held(with_word(w, &CodeGenerator::vpandd, b, 31)));
}

Ref rotate_right(Writer& w, const Source& a, const Source& b) {
  return w.integer(&CodeGenerator::vprorvd, a, b);
}

Ref bit_not(Writer& w, const Source& a, const Source&) {
  return with_word(w, &CodeGenerator::vpxord, a, 0xffffffff);
}

Ref count_leading_zeros(Writer& w, const Source& a, const Source&) {
  const Ref result = w.make();
  w.vplzcntd(result->zmm, w.second(w.canonical(a)));
  return result;
}

Ref mul24(Writer& w, const Source& a, const Source& b) {
  constexpr std::uint32_t kFactor = 0xffffff;
  const Ref first = with_word(w, &CodeGenerator::vpandd, a, kFactor);
  const Ref other = a == b ? first : with_word(w, &CodeGenerator::vpandd, b, kFactor);
  return w.integer(&CodeGenerator::vpmulld, held(first), held(other));
}

/// (x + 127) / 255 of products of bytes, in words: with y = x + 127, (y + 1 + (y >> 8)) >> 8.
Ref divided_by_255(Writer& w, const Ref& product) {
  const Ref y = w.integer(&CodeGenerator::vpaddw, held(product), Writer::constant(127 * 0x10001), false);
  const Ref high = w.make();
  w.vpsrlw(high->zmm, y->zmm, 8);
  w.vpaddw(high->zmm, high->zmm, y->zmm);
  const Ref result = w.integer(&CodeGenerator::vpaddw, held(high), Writer::constant(0x10001), false);
  w.vpsrlw(result->zmm, result->zmm, 8);
  return result;
}

Ref v8muld(Writer& w, const Source& a, const Source& b) {
  const Ref x = w.load(w.canonical(a)), y = w.load(w.canonical(b));
  const Ref mask = w.load(Writer::constant(0x00ff00ff));
  Ref even = w.make(), odd = w.make();
  const Ref other = w.make();
  w.vpandd(even->zmm, x->zmm, mask->zmm);
  w.vpandd(other->zmm, y->zmm, mask->zmm);
  w.vpmullw(even->zmm, even->zmm, other->zmm);
  w.vpsrlw(odd->zmm, x->zmm, 8);
  w.vpsrlw(other->zmm, y->zmm, 8);
  w.vpmullw(odd->zmm, odd->zmm, other->zmm);
  even = divided_by_255(w, even);
  odd = divided_by_255(w, odd);
  w.vpslld(odd->zmm, odd->zmm, 8);
  w.vpord(odd->zmm, odd->zmm, even->zmm);
  return odd;
}

// ---- floats

using Rounded = void (CodeGenerator::*)(const Xbyak::Xmm&, const Xbyak::Operand&, const Xbyak::Operand&);

template <Rounded instruction, bool commutes>
Ref rounded(Writer& w, const Source& a, const Source& b) {
  const bool exchange = commutes && a.kind != Source::Kind::value && b.kind == Source::Kind::value;
  const Source& first = exchange ? b : a;
  const Source& other = exchange ? a : b;
  const Ref from = w.load(first), result = w.make();
  (w.*instruction)(result->zmm, from->zmm, a == b ? Writer::Second{from, {}} : w.second(other));
  w.rounded(result, a, b);
  return result;
}

/// Zeros are equal in this order.
template <int greater_from>
Ref by_order(Writer& w, const Source& a, const Source& b) {
  const Ref first = w.load(w.canonical(a)), other = w.load(w.canonical(b));
  {
    const Ref order = write_float_order(w, a), other_order = write_float_order(w, b);
    w.vpcmpgtd(w.k4, order->zmm, other_order->zmm);
  }
  const Ref result = w.make();
  const Ref& if_greater = greater_from == 0 ? first : other;
  const Ref& if_not = greater_from == 0 ? other : first;
  w.vpblendmd(result->zmm | w.k4, if_not->zmm, if_greater->zmm);
  return result;
}

template <Writer::Binary instruction>
Ref by_magnitude(Writer& w, const Source& a, const Source& b) {
  const Ref first = with_word(w, &CodeGenerator::vpandd, a, kMagnitude);
  return w.integer(instruction, held(first), held(with_word(w, &CodeGenerator::vpandd, b, kMagnitude)));
}

/// Toward zero; 0 out of range, but INT_MIN for +-FLT_MAX.
Ref ftoi(Writer& w, const Source& a, const Source&) {
  const Ref from = w.load(a), result = w.make();
  const Ref size = with_word(w, &CodeGenerator::vpandd, a, kMagnitude);
  w.vpcmpud(w.k4, size->zmm, w.second(Writer::constant(0x4f000000)), 1);  // in range
  w.vcvttps2dq(result->zmm | w.k4 | w.T_z, from->zmm);
  w.vpcmpd(w.k4, size->zmm, w.second(Writer::constant(0x7f7fffff)), 0);
  w.vpblendmd(result->zmm | w.k4, result->zmm, w.second(Writer::constant(0x80000000)));
  w.vpcmpd(w.k4, from->zmm, w.second(Writer::constant(0xcf000000)), 0);
  w.vpblendmd(result->zmm | w.k4, result->zmm, w.second(Writer::constant(0x80000000)));
  return result;
}

Ref itof(Writer& w, const Source& a, const Source&) {
  const Ref result = w.make();
  w.vcvtdq2ps(result->zmm, w.second(w.canonical(a)));
  return result;
}

// ---- the tables, by opcode

namespace add_ops {

constexpr Write fadd = rounded<&CodeGenerator::vaddps, true>;
constexpr Write fsub = rounded<&CodeGenerator::vsubps, false>;
constexpr Write fmin = chosen<by_order<1>>;
constexpr Write fmax = chosen<by_order<0>>;
constexpr Write fminabs = by_magnitude<&CodeGenerator::vpminsd>;
constexpr Write fmaxabs = by_magnitude<&CodeGenerator::vpmaxsd>;
constexpr Write ftoi = emulator::ftoi;
constexpr Write itof = emulator::itof;
constexpr Write add = integer<&CodeGenerator::vpaddd>;
constexpr Write sub = integer<&CodeGenerator::vpsubd>;
constexpr Write shr = shift<&CodeGenerator::vpsrld, &CodeGenerator::vpsrlvd>;
constexpr Write asr = shift<&CodeGenerator::vpsrad, &CodeGenerator::vpsravd>;
constexpr Write ror = rotate_right;
constexpr Write shl = shift<&CodeGenerator::vpslld, &CodeGenerator::vpsllvd>;
constexpr Write min = chosen<integer<&CodeGenerator::vpminsd>>;
constexpr Write max = chosen<integer<&CodeGenerator::vpmaxsd>>;
constexpr Write bit_and = chosen<integer<&CodeGenerator::vpandd>>;
constexpr Write bit_or = chosen<integer<&CodeGenerator::vpord>>;
constexpr Write bit_xor = integer<&CodeGenerator::vpxord>;
constexpr Write bit_not = emulator::bit_not;
constexpr Write clz = count_leading_zeros;
constexpr Write v8adds = bytes<&CodeGenerator::vpaddusb>;
constexpr Write v8subs = bytes<&CodeGenerator::vpsubusb>;

#define QUADCL_FILL(code, id, ...) table[code] = id;
constexpr std::array<Write, 32> make_table() {
  std::array<Write, 32> table{};
  QUADCL_ADD_OPS(QUADCL_FILL)
  return table;
}

}  // namespace add_ops

namespace mul_ops {

constexpr Write fmul = rounded<&CodeGenerator::vmulps, true>;
constexpr Write mul24 = emulator::mul24;
constexpr Write v8muld = emulator::v8muld;
constexpr Write v8min = chosen<bytes<&CodeGenerator::vpminub>>;
constexpr Write v8max = chosen<bytes<&CodeGenerator::vpmaxub>>;
constexpr Write v8adds = bytes<&CodeGenerator::vpaddusb>;
constexpr Write v8subs = bytes<&CodeGenerator::vpsubusb>;

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
  const Ref from = w.load(value), sign = w.make();
  const Ref size = with_word(w, &CodeGenerator::vpandd, held(from), kMagnitude);
  w.vpsrad(sign->zmm, from->zmm, 31);
  w.vpxord(size->zmm, size->zmm, sign->zmm);
  w.vpsubd(size->zmm, size->zmm, sign->zmm);
  return size;
}

Ref Writer::integer(Binary instruction, const Source& a, const Source& b, bool broadcasts) {
  const Ref from = load(canonical(a));
  const Ref result = make();
  (this->*instruction)(result->zmm, from->zmm, a == b ? Second{from, {}} : second(canonical(b), broadcasts));
  return result;
}

void Writer::rounded(const Ref& result, const Source& a, const Source& b) {
  for (const Source* source : {&a, &b}) {
    if (source->value != nullptr) source->value->unchecked = false;
  }
  result->negative_zero = result->unchecked = true;
  unchecked_.push_back(result);
}

// ---- carries

namespace {

constexpr int kLess = 1, kGreater = 6;  // predicates of vpcmpd

}  // namespace

/// The carry of the operation that sets the flags.
void Writer::carry(const Operation& op, const Ref& result) {
  using isa::AddOp;
  const isa::Instruction instruction(op.word);
  if (op.carry == nullptr) return kxorw(k4, k4, k4);
  if (op.flags_from_mul) return product_overflow(operand(op, op.mul_a), operand(op, op.mul_b));
  const Source a = canonical(operand(op, op.add_a)), b = canonical(operand(op, op.add_b));
  switch (instruction.op_add()) {
    case AddOp::fadd:
    case AddOp::fsub:
      return vpcmpgtd(k4, result->zmm, zero);
    case AddOp::fmin:
    case AddOp::fmax: {
      const Ref order = write_float_order(*this, a);
      return vpcmpgtd(k4, order->zmm, write_float_order(*this, b)->zmm);
    }
    case AddOp::fminabs:
    case AddOp::fmaxabs: {
      const Ref size = with_word(*this, &CodeGenerator::vpandd, a, kMagnitude);
      return vpcmpgtd(k4, size->zmm, with_word(*this, &CodeGenerator::vpandd, b, kMagnitude)->zmm);
    }
    case AddOp::add:
      return vpcmpud(k4, result->zmm, second(a), kLess);
    case AddOp::sub:
      return vpcmpud(k4, load(a)->zmm, second(b), kLess);
    case AddOp::min:
    case AddOp::max:
      return vpcmpd(k4, load(a)->zmm, second(b), kGreater);
    default:
      return shifted_out(a, b, instruction.op_add() == AddOp::shl);
  }
}

/// The last bit shifted out; none for a shift by 0. A rotation by one less brings it to one end.
void Writer::shifted_out(const Source& a, const Source& b, bool to_the_left) {
  const Ref from = load(a);
  const Ref turned = with_word(*this, &CodeGenerator::vpaddd, b, 0xffffffff);
  const Ref count = load(b);
  vptestmd(k4, count->zmm, second(constant(31)));
  if (to_the_left) {
    vprolvd(turned->zmm, from->zmm, turned->zmm);
  } else {
    vprorvd(turned->zmm, from->zmm, turned->zmm);
  }
  vptestmd(k4 | k4, turned->zmm, second(constant(to_the_left ? 0x80000000 : 1)));
}

/// Whether one of bits 24 to 47 of the product of the low 24 bits is set.
void Writer::product_overflow(const Source& a, const Source& b) {
  const Ref first = with_word(*this, &CodeGenerator::vpandd, canonical(a), 0xffffff);
  const Ref other = with_word(*this, &CodeGenerator::vpandd, canonical(b), 0xffffff);
  const Ref even = make();
  vpmuludq(even->zmm, first->zmm, other->zmm);
  vpsrlq(first->zmm, first->zmm, 32);
  vpsrlq(other->zmm, other->zmm, 32);
  vpmuludq(first->zmm, first->zmm, other->zmm);
  vpsrlq(even->zmm, even->zmm, 24);
  vpsrlq(first->zmm, first->zmm, 24);
  vpsllq(first->zmm, first->zmm, 32);
  vpord(even->zmm, even->zmm, first->zmm);
  vptestmd(k4, even->zmm, even->zmm);
}

}  // namespace quadcl::qpu::emulator
