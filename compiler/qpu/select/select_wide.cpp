// SPDX-License-Identifier: Apache-2.0
// Products, which the chip has for numbers of 24 bits only, and integers of 64 bits in two registers.
#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/PatternMatch.h>

#include <algorithm>
#include <bit>
#include <vector>

#include "compiler/qpu/select/select.h"

namespace quadcl::compiler::qpu {
namespace {

using isa::AddOp;
using isa::MulOp;
using namespace llvm::PatternMatch;

constexpr std::uint32_t kLowestBits = 0x01010101;  ///< of all bytes

/// A power of two of a sum or difference.
struct Digit {
  unsigned shift;
  bool is_negative;
};

/// The number as such a sum with as few as possible, the lowest first. Sums are no longer than differences.
std::vector<Digit> signed_digits(const llvm::APInt& number) {
  std::vector<Digit> digits, bits;
  llvm::APInt rest = number;
  for (unsigned shift = 0; shift < number.getBitWidth(); ++shift, rest.lshrInPlace(1)) {
    if (!rest[0]) continue;
    const bool is_negative = rest.getBitWidth() > 1 && rest[1];
    digits.push_back({shift, is_negative});
    is_negative ? ++rest : --rest;
  }
  for (unsigned shift = 0; shift < number.getBitWidth(); ++shift)
    if (number[shift]) bits.push_back({shift, false});
  return bits.size() <= digits.size() ? bits : digits;
}

/// As few as are cheaper than products of parts: empty otherwise. The first is positive.
std::vector<Digit> digits_of_factor(const llvm::Value& value, std::size_t most) {
  const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(&value);
  if (constant == nullptr) return {};
  std::vector<Digit> digits = signed_digits(constant->getValue());
  const auto positive = llvm::find_if(digits, [](const Digit& digit) { return !digit.is_negative; });
  if (digits.size() > most || positive == digits.end()) return {};
  std::rotate(digits.begin(), positive, positive + 1);
  return digits;
}

}  // namespace

bool Selector::is_positive(const llvm::Value& value) const {
  return llvm::isKnownNonNegative(&value, layout_);
}

/// The lower 32 bits.
Operand Selector::product(const llvm::Value& a, const llvm::Value& b) {
  const unsigned bits = a.getType()->getIntegerBitWidth();
  const auto is_short = [&](const llvm::Value& value) {
    return llvm::computeKnownBits(&value, layout_).countMaxActiveBits() <= 24;
  };
  const bool short_a = is_short(a), short_b = is_short(b);
  if (bits <= 24 || (short_a && short_b)) return emit_.multiply(MulOp::mul24, low(a), low(b));
  if (const auto bytes = product_of_bits(a, b)) return *bytes;
  if (const auto digits = digits_of_factor(b, 2); !digits.empty()) {
    Operand sum = scaled(low(a), 1U << digits[0].shift);
    if (digits.size() > 1)
      sum = emit_.add(digits[1].is_negative ? AddOp::sub : AddOp::add, sum,
                      scaled(low(a), 1U << digits[1].shift));
    return sum;
  }
  if (short_a || short_b) {
    const Operand number = low(short_a ? a : b), whole = low(short_a ? b : a);
    const Operand upper =
        emit_.multiply(MulOp::mul24, emit_.add(AddOp::shr, whole, constant(24 - 32)), number);
    return emit_.add(AddOp::add, emit_.multiply(MulOp::mul24, whole, number),
                     emit_.add(AddOp::shl, upper, constant(24 - 32)));
  }
  return product_of(low(a), low(b));
}

/// Of a number of which one bit of each byte may be set, always the same, by a factor with which no byte runs
/// over: from all bits of these bytes. The sum of two bytes is 255 at most.
std::optional<Operand> Selector::product_of_bits(const llvm::Value& a, const llvm::Value& b) {
  constexpr unsigned kUppermost = 7;
  const auto* factor = llvm::dyn_cast<llvm::ConstantInt>(&b);
  if (factor == nullptr || !a.getType()->isIntegerTy(32)) return {};
  const auto possible =
      static_cast<std::uint32_t>((~llvm::computeKnownBits(&a, layout_).Zero).getZExtValue());
  const auto bit = static_cast<unsigned>(std::countr_zero(possible)) % 8;
  const std::uint64_t product = factor->getZExtValue() << bit;
  if (possible == 0 || (possible & ~(kLowestBits << bit)) != 0 || product > 0xff) return {};
  const llvm::Value* shifted = nullptr;
  std::uint64_t by = 0;
  const bool moves = match(&a, m_And(m_LShr(m_Value(shifted), m_ConstantInt(by)), m_ConstantInt()));
  const Operand top = moves && bit + by == kUppermost
                          ? emit_.add(AddOp::bit_and, low(*shifted), constant(possible << by))
                      : bit == kUppermost ? low(a)
                                          : emit_.add(AddOp::shl, low(a), constant(kUppermost - bit));
  const Operand whole = emit_.either(AddOp::v8adds, MulOp::v8adds, top, top);
  return emit_.either(AddOp::bit_and, MulOp::v8min, whole,
                      constant(static_cast<std::uint32_t>(product) * kLowestBits));
}

/// By shifts and sums, or from parts without those that are 0.
Parts Selector::wide_product(const llvm::Value& a, const llvm::Value& b) {
  if (const auto digits = digits_of_factor(b, 3); !digits.empty()) {
    const auto shifted = [&](const Digit& digit) {
      return wide_shift(llvm::Instruction::Shl, parts(a), digit.shift);
    };
    Parts sum = shifted(digits[0]);
    for (const Digit& digit : llvm::drop_begin(digits))
      sum = with_carry(digit.is_negative ? AddOp::sub : AddOp::add, sum, shifted(digit));
    return sum;
  }
  const Parts x = parts(a), y = parts(b);
  Parts result = wide_product_of(x.low, y.low);
  const auto add_crossed = [&](Operand low, const llvm::Value& of_high, Operand high) {
    if (llvm::computeKnownBits(&of_high, layout_).countMaxActiveBits() > 32)
      result.high = emit_.add(AddOp::add, result.high, product_of(low, high));
  };
  add_crossed(x.low, b, y.high);
  add_crossed(y.low, a, x.high);
  return result;
}

Parts Selector::wide_arithmetic(const llvm::BinaryOperator& instruction) {
  const llvm::Value &left = *instruction.getOperand(0), &right = *instruction.getOperand(1);
  if (instruction.getOpcode() == llvm::Instruction::Mul) return wide_product(left, right);
  const Parts a = parts(left), b = parts(right);
  const MulOp also = are_disjoint(instruction) ? MulOp::v8adds : MulOp::nop;
  const auto bitwise = [&](AddOp op) {
    return Parts{emit_.either(op, also, a.low, b.low), emit_.either(op, also, a.high, b.high)};
  };
  switch (instruction.getOpcode()) {
    case llvm::Instruction::Add:
      return with_carry(AddOp::add, a, b);
    case llvm::Instruction::Sub:
      return with_carry(AddOp::sub, a, b);
    case llvm::Instruction::And:
      if (const auto* mask = llvm::dyn_cast<llvm::ConstantInt>(&right)) {
        const std::uint64_t bits = mask->getZExtValue();
        return {emit_.masked(a.low, static_cast<std::uint32_t>(bits)),
                emit_.masked(a.high, static_cast<std::uint32_t>(bits >> 32))};
      }
      return bitwise(AddOp::bit_and);
    case llvm::Instruction::Or:
      return bitwise(AddOp::bit_or);
    default:
      return bitwise(AddOp::bit_xor);
  }
}

Parts Selector::wide_shift(const llvm::BinaryOperator& instruction) {
  const unsigned opcode = instruction.getOpcode();
  const llvm::Value &number = *instruction.getOperand(0), &by = *instruction.getOperand(1);
  const Parts value =
      opcode == llvm::Instruction::Shl ? parts(number) : wide(number, opcode == llvm::Instruction::AShr);
  if (const auto* known = llvm::dyn_cast<llvm::ConstantInt>(&by))
    return wide_shift(opcode, value, static_cast<unsigned>(known->getZExtValue() & 63));
  return wide_shift(opcode, value, low(by));
}

}  // namespace quadcl::compiler::qpu
