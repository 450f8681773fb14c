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
using isa::Condition;
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

/// With the uppermost 8 bits apart; mul24 ignores them.
Operand Selector::product_of(Operand a, Operand b) {
  const Operand by_24 = constant(24 - 32);  // shifts take their number modulo 32
  const Operand upper_a = emit_.add(AddOp::shr, a, by_24), upper_b = emit_.add(AddOp::shr, b, by_24);
  const Operand crossed = emit_.add(AddOp::add, emit_.multiply(MulOp::mul24, upper_a, b),
                                    emit_.multiply(MulOp::mul24, a, upper_b));
  return emit_.add(AddOp::add, emit_.multiply(MulOp::mul24, a, b), emit_.add(AddOp::shl, crossed, by_24));
}

/// All 64 bits of the product of two unsigned numbers, from halves of 16 bits.
Parts Selector::wide_product_of(Operand a, Operand b) {
  const Operand by_16 = constant(16 - 32);
  const auto lower = [&](Operand x) { return emit_.masked(x, 0xffff); };
  const auto upper = [&](Operand x) { return emit_.add(AddOp::shr, x, by_16); };
  const Operand a0 = lower(a), a1 = upper(a), b0 = lower(b), b1 = upper(b);
  const Operand low = emit_.multiply(MulOp::mul24, a0, b0), high = emit_.multiply(MulOp::mul24, a1, b1);
  const Operand first = emit_.multiply(MulOp::mul24, a0, b1), second = emit_.multiply(MulOp::mul24, a1, b0);
  // The middle: no sum of these is above 2^32 - 1.
  const Operand middle = emit_.add(AddOp::add, first, upper(low));
  const Operand rest = emit_.add(AddOp::add, second, lower(middle));
  const Operand carried = emit_.add(AddOp::add, upper(middle), upper(rest));
  return {emit_.joined(emit_.add(AddOp::shl, rest, by_16), lower(low)), emit_.add(AddOp::add, high, carried)};
}

/// A sum or difference.
Parts Selector::with_carry(AddOp op, Parts a, Parts b) {
  Operation sum;
  sum.kind = OperationKind::add;
  sum.add = op;
  sum.target = emit_.code().new_value();
  sum.a = a.low;
  sum.b = b.low;
  sum.sets_flags = true;
  const Operand low = emit_.emit(sum);
  const Operand high = b.high == zero() ? emit_.move(a.high) : emit_.add(op, a.high, b.high);
  return Parts{low, emit_.add_to(high, op, high, constant(1), Condition::carry_set)};
}

Parts Selector::wide_multiply(Parts a, Parts b) {
  const Parts whole = wide_product_of(a.low, b.low);
  const Operand crossed = emit_.add(AddOp::add, product_of(a.low, b.high), product_of(a.high, b.low));
  return {whole.low, emit_.add(AddOp::add, whole.high, crossed)};
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

/// `sign`: all ones where the negative number is wanted, else 0.
Parts Selector::negated_where(Operand sign, Parts number) {
  const Parts bits{emit_.add(AddOp::bit_xor, number.low, sign), emit_.add(AddOp::bit_xor, number.high, sign)};
  return with_carry(AddOp::sub, bits, {sign, sign});
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

/// Shifts of registers take their number modulo 32, so first both halves are shifted by that. What passes
/// from one to the other goes by 1, and by 31 minus the number. From 32 on, one half becomes the other.
Parts Selector::wide_shift(unsigned opcode, Parts value, Operand by) {
  const bool to_left = opcode == llvm::Instruction::Shl;
  const AddOp down = opcode == llvm::Instruction::AShr ? AddOp::asr : AddOp::shr;
  const AddOp own = to_left ? AddOp::shl : AddOp::shr, opposite = to_left ? AddOp::shr : AddOp::shl;
  const Operand from = to_left ? value.low : value.high, to = to_left ? value.high : value.low;
  const Operand passed =
      emit_.add(opposite, emit_.add(opposite, from, constant(1)), emit_.unary(AddOp::bit_not, by));
  const Operand near = emit_.add(to_left ? own : down, from, by),
                far = emit_.joined(emit_.add(own, to, by), passed);
  const Operand rest =
      opcode == llvm::Instruction::AShr ? emit_.add(AddOp::asr, value.high, constant(31 - 32)) : zero();
  emit_.flags(AddOp::bit_and, by, constant(32));
  const Test is_short{Condition::zero_set};
  const Operand from_result = choose(is_short, near, rest), to_result = choose(is_short, far, near);
  return to_left ? Parts{from_result, to_result} : Parts{to_result, from_result};
}

/// By a number that is known.
Parts Selector::wide_shift(unsigned opcode, Parts value, unsigned by) {
  const bool to_left = opcode == llvm::Instruction::Shl;
  const AddOp down = opcode == llvm::Instruction::AShr ? AddOp::asr : AddOp::shr;
  const auto amount = [&](unsigned bits) { return constant(bits < 16 ? bits : bits - 32); };
  const Operand sign =
      opcode == llvm::Instruction::AShr ? emit_.add(AddOp::asr, value.high, amount(31)) : zero();
  if (by == 0) return value;
  if (by == 1 && to_left) return with_carry(AddOp::add, value, value);
  if (by == 32) return to_left ? Parts{zero(), value.low} : Parts{value.high, sign};
  if (by > 32) {
    return to_left ? Parts{zero(), emit_.add(AddOp::shl, value.low, amount(by - 32))}
                   : Parts{emit_.add(down, value.high, amount(by - 32)), sign};
  }
  if (to_left) {
    const Operand moved = emit_.add(AddOp::shr, value.low, amount(32 - by));
    return {emit_.add(AddOp::shl, value.low, amount(by)),
            emit_.joined(emit_.add(AddOp::shl, value.high, amount(by)), moved)};
  }
  const Operand moved = emit_.add(AddOp::shl, value.high, amount(32 - by));
  return {emit_.joined(emit_.add(AddOp::shr, value.low, amount(by)), moved),
          emit_.add(down, value.high, amount(by))};
}

}  // namespace quadcl::compiler::qpu
