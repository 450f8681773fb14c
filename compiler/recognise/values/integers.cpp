// SPDX-License-Identifier: Apache-2.0
#include "compiler/recognise/values/integers.h"

#include <llvm/ADT/STLExtras.h>

#include <algorithm>
#include <bit>

namespace quadcl::compiler::recognise {
namespace {

constexpr const char* kMaybeNegative = "an index may be negative";

unsigned width_of(const llvm::Value& value) { return value.getType()->getScalarSizeInBits(); }

/// The largest n for which 2^n divides all coefficients.
unsigned trailing_zeros(const Polynomial& number) {
  unsigned zeros = 64;
  for (const Polynomial::Term& term : number.terms())
    zeros = std::min(zeros,
                     static_cast<unsigned>(std::countr_zero(static_cast<std::uint64_t>(term.coefficient))));
  return zeros;
}

/// An offset in bytes as one in words. Rejects parts of words.
Polynomial in_words(const Polynomial& bytes) {
  constexpr std::int64_t kWord = 4;
  const auto words = bytes.divided_by(kWord);
  if (!words) reject("it compares pointers that are not words apart");
  return *words;
}

/// The number that an operation reads in the low bits of a constant.
std::int64_t constant_of(const Polynomial& number, unsigned width, Reading reading) {
  const unsigned above = 64 - std::min(width, 64u);
  const std::uint64_t bits = static_cast<std::uint64_t>(number.constant()) << above;
  return reading == Reading::as_unsigned && above != 0 ? static_cast<std::int64_t>(bits >> above)
                                                       : static_cast<std::int64_t>(bits) >> above;
}

Polynomial power_of_two(std::int64_t exponent) { return Polynomial(std::int64_t{1} << exponent); }

/// The lowest bit of a mask that clears all bits below it: 16 for -16, or for 0xfffffff0 of 32 bits.
std::uint64_t cleared_by(std::int64_t mask) {
  return mask < 0 ? -static_cast<std::uint64_t>(mask)
                  : (std::uint64_t{1} << 32) - static_cast<std::uint64_t>(mask);
}

std::int64_t magnitude_of(std::int64_t number) {
  if (number == INT64_MIN) reject("index arithmetic with numbers beyond 64 bits");
  return std::abs(number);
}

/// Whether the number is the square of a symbol.
bool is_square(const Polynomial& number) {
  if (number.terms().size() != 1 || number.terms()[0].coefficient != 1) return false;
  const auto factors = symbols_of(number.terms()[0].monomial);
  return factors.size() == 2 && factors[0] == factors[1];
}

}  // namespace

Polynomial Integers::exact(const Value& value, unsigned width, Reading reading) {
  if (reading == Reading::low_bits) return value.number;
  if (value.number.is_constant()) {
    const std::int64_t number = constant_of(value.number, width, reading);
    if (number < INT32_MIN || number > INT32_MAX) reject("its indices are too large");
    if (reading != Reading::as_signed && number < 0) reject(kMaybeNegative);
    return number;
  }
  if (width < 32) return narrow(value.number, width, reading);
  for (const Polynomial::Term& term : value.number.terms()) note_magnitude(term);
  const bool negative =
      llvm::any_of(value.number.terms(), [](const Polynomial::Term& term) { return term.coefficient < 0; });
  if (reading != Reading::as_signed && negative) require_from_zero(value.number);
  return value.number;
}

/// `magnitude_` has the largest coefficient of each monomial.
void Integers::note_magnitude(const Polynomial::Term& term) {
  const std::int64_t magnitude = magnitude_of(term.coefficient);
  const auto* known = llvm::find_if(
      magnitude_.terms(), [&](const Polynomial::Term& one) { return one.monomial == term.monomial; });
  const std::int64_t before = known != magnitude_.terms().end() ? known->coefficient : 0;
  if (before < magnitude) magnitude_ += {term.monomial, magnitude - before};
}

/// Requires that an index is not negative, unless the conditions here say so.
void Integers::require_from_zero(const Polynomial& number) {
  if (!expressions_.implies(path_.conditions, number)) symbols_.require_not_negative(number, kMaybeNegative);
}

/// Like `exact`, for a number of 8 or 16 bits.
Polynomial Integers::narrow(const Polynomial& number, unsigned width, Reading reading) {
  const std::int64_t range = std::int64_t{1} << width;
  const std::int64_t most = reading == Reading::as_unsigned ? range - 1 : range / 2 - 1;
  Polynomial magnitude;
  for (const Polynomial::Term& term : number.terms())
    magnitude = magnitude + Polynomial::term(term.monomial, magnitude_of(term.coefficient));
  if (reading != Reading::as_signed && !(magnitude == number)) require_from_zero(number);
  const NarrowIndex index{std::move(magnitude), most};
  if (!llvm::is_contained(narrow_, index)) narrow_.push_back(index);
  return number;
}

/// number >> count. If all bits that are shifted out are 0, this is a division without remainder, also for
/// negative numbers: (x << 32) >> 32 extends the sign of x.
Value Integers::shift_right(const Value& number, unsigned width, std::int64_t count, Reading reading) {
  const auto zeros = static_cast<std::int64_t>(trailing_zeros(number.number));
  if (zeros >= width) return Value::of_integer(0);
  if (zeros == 0)
    return Value::of_integer(symbols_.quotient(exact(number, width, reading), power_of_two(count)));
  const std::int64_t given = std::min<std::int64_t>(zeros, 32);
  const bool extends = given == 16 || given == 24;
  const std::int64_t taken = width > 32 || extends ? given : std::min(given, count);
  const auto low = *number.number.divided_by(power_of_two(taken));
  const auto low_width = width > 32 && taken < 32 ? width : width - static_cast<unsigned>(taken);
  Polynomial value = low;
  if (low_width < 32 && !extends) {
    exact(number, width, reading);
  } else {
    value = exact(Value::of_integer(low), low_width, reading);
  }
  if (count <= taken) return Value::of_integer(value * power_of_two(taken - count));
  return Value::of_integer(symbols_.quotient(value, power_of_two(count - taken)));
}

/// x / -2 is -(x / 2), and x % -2 is x % 2: LLVM writes 16 - x / 2 as 16 + x / -2.
Value Integers::divide(const llvm::BinaryOperator& operation, const IntegerRule& rule, const Value& left,
                       const Value& right) {
  const unsigned width = width_of(operation);
  const bool is_signed = rule.right == Reading::from_zero;
  const bool is_negative =
      is_signed && right.number.is_constant() && constant_of(right.number, width, Reading::as_signed) < 0;
  const Polynomial dividend = exact(left, width, rule.left);
  const Polynomial divisor =
      is_negative ? exact(right, width, Reading::as_signed) * -1 : exact(right, width, rule.right);
  const auto opcode = operation.getOpcode();
  if (opcode == llvm::Instruction::SRem || opcode == llvm::Instruction::URem)
    return Value::of_integer(symbols_.remainder(dividend, divisor));
  return Value::of_integer(symbols_.quotient(dividend, divisor) * (is_negative ? -1 : 1));
}

Value Integers::binary(const llvm::BinaryOperator& operation, const Value& left, const Value& right) {
  const IntegerRule* rule = rule_of(operation);
  if (rule == nullptr) return {};
  const unsigned width = width_of(operation);
  const bool by_constant = right.number.is_constant();
  const std::int64_t number = by_constant ? constant_of(right.number, width, rule->right) : 0;
  const bool shifts = by_constant && number >= 0 && number < std::min(width, 62u);
  switch (operation.getOpcode()) {
    case llvm::Instruction::Add:
      return Value::of_integer(left.number + right.number);
    case llvm::Instruction::Sub:
      return Value::of_integer(left.number - right.number);
    case llvm::Instruction::Mul:
      return Value::of_integer(left.number * right.number);
    case llvm::Instruction::Shl:
      return shifts ? Value::of_integer(left.number * power_of_two(number)) : Value{};
    case llvm::Instruction::AShr:
    case llvm::Instruction::LShr:
      return shifts ? shift_right(left, width, number, rule->left) : Value{};
    case llvm::Instruction::UDiv:
    case llvm::Instruction::SDiv:
    case llvm::Instruction::URem:
    case llvm::Instruction::SRem:
      return divide(operation, *rule, left, right);
    case llvm::Instruction::Or:
      return llvm::cast<llvm::PossiblyDisjointInst>(operation).isDisjoint()
                 ? Value::of_integer(left.number + right.number)
                 : Value{};
    case llvm::Instruction::And:
      return by_constant ? mask(left, number, width, rule->left) : Value{};
    case llvm::Instruction::Xor:
      // ~x, which LLVM makes of -1 - x
      if (by_constant && number == -1) return Value::of_integer(left.number * -1 - 1);
      return by_constant && number == 1 ? other_half(left.number) : Value{};
    default:
      return {};
  }
}

/// A mask of the low bits gives a remainder; a mask of all other bits subtracts it.
Value Integers::mask(const Value& value, std::int64_t mask, unsigned width, Reading reading) {
  // LLVM clears bit 1 in masks of squares, where it is always 0.
  if (is_square(value.number)) mask |= 2;
  if (const auto low = truncated(value.number, mask)) return Value::of_integer(*low);
  const bool keeps_low =
      mask >= 0 && mask < INT64_MAX && std::has_single_bit(static_cast<std::uint64_t>(mask) + 1);
  if (keeps_low)
    return Value::of_integer(symbols_.remainder(exact(value, width, reading), Polynomial(mask + 1)));
  const std::uint64_t low = cleared_by(mask);
  if (!std::has_single_bit(low)) return {};
  return Value::of_integer(value.number -
                           symbols_.remainder(exact(value, width, reading), static_cast<std::int64_t>(low)));
}

/// A mask that converts to 32, 16 or 8 bits changes nothing if the number fits; the guard demands that it
/// does. Sizes above 65535 are rare, and local ids are mostly below 256. Number and mask may both be shifted.
std::optional<Polynomial> Integers::truncated(const Polynomial& number, std::int64_t mask) {
  const int shift = std::countr_zero(static_cast<std::uint64_t>(mask));
  if (mask <= 0 || static_cast<int>(trailing_zeros(number)) < shift) return {};
  const std::int64_t low_mask = mask >> shift;
  const auto low = number.divided_by(power_of_two(shift));
  const bool is_id = low && symbols_[low->as_symbol()].kind == SymbolKind::local_id;
  const bool is_truncation =
      low_mask == UINT32_MAX || low_mask == UINT16_MAX || (low_mask == UINT8_MAX && is_id);
  if (!low || !is_truncation) return {};
  const auto width = static_cast<unsigned>(std::bit_width(static_cast<std::uint64_t>(low_mask)));
  return exact(Value::of_integer(*low), width, Reading::as_unsigned) * power_of_two(shift);
}

/// x ^ 1, where x is a remainder modulo 2.
Value Integers::other_half(const Polynomial& number) {
  const SymbolInfo row = symbols_[number.as_symbol()];
  if (row.kind != SymbolKind::remainder || !(row.right == Polynomial(2))) return {};
  return Value::of_integer(symbols_.remainder(row.left + 1, 2));
}

Value Integers::minimum(const llvm::Instruction& of, const Value& x, const Value& y) {
  if (!x.is_integer() || !y.is_integer()) return {};
  const IntegerRule* rule = rule_of(of);
  const Reading reading = rule != nullptr ? rule->left : Reading::from_zero;
  return Value::of_integer(
      symbols_.minimum(exact(x, width_of(of), reading), exact(y, width_of(of), reading)));
}

/// "max(divisor, 1)", which makes divisions safe, and other lower bounds.
Value Integers::maximum(const llvm::CallInst& call, const Value& x, const Value& least) {
  if (!x.is_integer() || !least.is_integer() || !symbols_.is_known(x.number)) return {};
  const IntegerRule& rule = *rule_of(call);
  const unsigned width = width_of(call);
  symbols_.require_not_negative(exact(x, width, rule.left) - exact(least, width, rule.right),
                                "a size may be too small");
  return x;
}

Value Integers::extend(const llvm::CastInst& cast, const Value& value) {
  if (!value.is_integer()) return {};
  // The front end knows here that the number is not negative.
  const bool is_signed = llvm::isa<llvm::ZExtInst>(cast) && cast.hasNonNeg();
  const Reading reading = is_signed ? Reading::as_signed : rule_of(cast)->left;
  return Value::of_integer(exact(value, width_of(*cast.getOperand(0)), reading));
}

Value Integers::compare(const llvm::ICmpInst& compare, const Value& left, const Value& right) {
  if (left.is_pointer() && right.is_pointer() && left.row == right.row)
    return compare_numbers(compare.getPredicate(), in_words(left.number), in_words(right.number));
  if (!left.is_integer() || !right.is_integer()) return Value::of_condition(expressions_.opaque_condition());
  const unsigned width = width_of(*compare.getOperand(0));
  const IntegerRule& rule = *rule_of(compare);
  return compare_numbers(compare.getPredicate(), exact(left, width, rule.left),
                         exact(right, width, rule.right));
}

Value Integers::compare_numbers(llvm::CmpInst::Predicate predicate, const Polynomial& x,
                                const Polynomial& y) {
  if (llvm::ICmpInst::isEquality(predicate)) {
    const Condition equal = expressions_.zero(x - y);
    return Value::of_condition(predicate == llvm::CmpInst::ICMP_EQ ? equal : expressions_.invert(equal));
  }
  const bool is_greater = llvm::ICmpInst::isGT(predicate) || llvm::ICmpInst::isGE(predicate);
  const Polynomial over = is_greater ? x - y : y - x;
  return Value::of_condition(
      expressions_.not_negative(llvm::CmpInst::isStrictPredicate(predicate) ? over - 1 : over));
}

std::vector<Polynomial> Integers::require_sizes() {
  // Below this, arithmetic of 32 bits is exact.
  std::vector<Polynomial> bounds{Polynomial((std::int64_t{1} << 31) - 1) - symbols_.reach(magnitude_)};
  symbols_.require_not_negative(bounds.back(), "its indices are too large");
  for (const NarrowIndex& index : narrow_) {
    bounds.push_back(Polynomial(index.most) - symbols_.reach(index.magnitude));
    symbols_.require_not_negative(bounds.back(), "an index of 8 or 16 bits may overflow");
  }
  return bounds;
}

}  // namespace quadcl::compiler::recognise
