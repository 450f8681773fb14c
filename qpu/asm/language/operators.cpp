// SPDX-License-Identifier: Apache-2.0
#include "qpu/asm/language/operators.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <compare>
#include <cstdint>
#include <limits>
#include <string>

#include "qpu/asm/language/error.h"

namespace quadcl::qpu::assembly {

namespace {

using Int = std::int64_t;
using Unsigned = std::uint64_t;

Int wrap(Unsigned value) { return static_cast<Int>(value); }
Unsigned bits(Int value) { return static_cast<Unsigned>(value); }

[[noreturn]] void wrong_operand(std::string_view what, const Value& v, std::string_view wanted,
                                unsigned column) {
  fail(column, std::string(what) + " wants " + std::string(wanted) + ", not " + describe(v) + " (" +
                   std::string(kind_name(v)) + ")");
}

double to_real(const Value& v, std::string_view what, unsigned column) {
  if (const Int* i = std::get_if<Int>(&v)) return static_cast<double>(*i);
  if (const double* d = std::get_if<double>(&v)) return *d;
  wrong_operand(what, v, "a number", column);
}

Int to_integer(const Value& v, std::string_view what, unsigned column) {
  if (const Int* i = std::get_if<Int>(&v)) return *i;
  wrong_operand(what, v, "an integer", column);
}

Int round_to_integer(double value, std::string_view what, unsigned column) {
  if (!(std::fabs(value) < 9.2e18))
    fail(column, std::string(what) + ": the result does not fit into 64 bits");
  return static_cast<Int>(value);
}

// ---- unary operators

Value identity(const Value& v, unsigned) { return v; }

Value negate(const Value& v, unsigned column) {
  if (const Int* i = std::get_if<Int>(&v)) return wrap(0 - bits(*i));
  return -to_real(v, "-", column);
}

Value binary_not(const Value& v, unsigned column) { return ~to_integer(v, "~", column); }
Value logical_not(const Value& v, unsigned column) { return Int{to_integer(v, "!", column) == 0}; }

Value absolute(const Value& v, unsigned column) {
  if (const Int* i = std::get_if<Int>(&v)) return *i < 0 ? wrap(0 - bits(*i)) : *i;
  return std::fabs(to_real(v, "abs", column));
}

Value ceiling(const Value& v, unsigned column) {
  return round_to_integer(std::ceil(to_real(v, "ceil", column)), "ceil", column);
}
Value floor_of(const Value& v, unsigned column) {
  return round_to_integer(std::floor(to_real(v, "floor", column)), "floor", column);
}

double exp10_of(double x) { return std::pow(10.0, x); }

template <double (*function)(double)>
Value real_function(const Value& v, unsigned column) {
  return function(to_real(v, "the function", column));
}

constexpr std::array<UnaryOperator, 27> kUnary{{
    {"+", identity},
    {"-", negate},
    {"~", binary_not},
    {"!", logical_not},
    {"abs", absolute},
    {"ceil", ceiling},
    {"floor", floor_of},
    {"exp", real_function<std::exp>},
    {"exp2", real_function<std::exp2>},
    {"exp10", real_function<exp10_of>},
    {"log", real_function<std::log>},
    {"log2", real_function<std::log2>},
    {"log10", real_function<std::log10>},
    {"cos", real_function<std::cos>},
    {"sin", real_function<std::sin>},
    {"tan", real_function<std::tan>},
    {"acos", real_function<std::acos>},
    {"asin", real_function<std::asin>},
    {"atan", real_function<std::atan>},
    {"cosh", real_function<std::cosh>},
    {"sinh", real_function<std::sinh>},
    {"tanh", real_function<std::tanh>},
    {"acosh", real_function<std::acosh>},
    {"asinh", real_function<std::asinh>},
    {"atanh", real_function<std::atanh>},
    {"erf", real_function<std::erf>},
    {"erfc", real_function<std::erfc>},
}};

// ---- arithmetic

bool both_integers(const Value& a, const Value& b) { return is_integer(a) && is_integer(b); }

Int integer_power(Int base, Int exponent) {
  if (exponent < 0) return base == 1 ? 1 : base == -1 ? (exponent % 2 != 0 ? -1 : 1) : 0;
  Unsigned result = 1;
  Unsigned factor = bits(base);
  for (Unsigned e = bits(exponent); e != 0; e >>= 1) {
    if (e & 1) result *= factor;
    factor *= factor;
  }
  return wrap(result);
}

Value power(const Value& a, const Value& b, unsigned column) {
  if (both_integers(a, b)) return integer_power(std::get<Int>(a), std::get<Int>(b));
  return std::pow(to_real(a, "**", column), to_real(b, "**", column));
}

Value multiply(const Value& a, const Value& b, unsigned column) {
  if (both_integers(a, b)) return wrap(bits(std::get<Int>(a)) * bits(std::get<Int>(b)));
  return to_real(a, "*", column) * to_real(b, "*", column);
}

void check_divisor(Int divisor, unsigned column) {
  if (divisor == 0) fail(column, "division by zero");
}

Value divide(const Value& a, const Value& b, unsigned column) {
  if (!both_integers(a, b)) return to_real(a, "/", column) / to_real(b, "/", column);
  const Int divisor = std::get<Int>(b);
  check_divisor(divisor, column);
  if (divisor == -1) return wrap(0 - bits(std::get<Int>(a)));
  return std::get<Int>(a) / divisor;
}

Value modulo(const Value& a, const Value& b, unsigned column) {
  if (!both_integers(a, b)) return std::fmod(to_real(a, "%", column), to_real(b, "%", column));
  const Int divisor = std::get<Int>(b);
  check_divisor(divisor, column);
  return divisor == -1 ? Int{0} : std::get<Int>(a) % divisor;
}

/// The number of a register moves; its file does not.
Value move_register(RegisterValue reg, Int distance, unsigned column) {
  const bool accumulator = reg.accumulator;
  const Int first = accumulator || (reg.address >= 32) ? 32 : 0;
  const Int last = accumulator ? 37 : (reg.address >= 32 ? 63 : 31);
  const Int target = distance > 64 || distance < -64 ? -1 : reg.address + distance;
  if (target < first || target > last) {
    fail(column, register_name(reg) + " cannot move by " + std::to_string(distance) +
                     ": the result would lie outside of its register file");
  }
  reg.address = static_cast<std::uint8_t>(target);
  return reg;
}

Value move_label(LabelValue label, Int distance) {
  label.address = wrap(bits(label.address) + bits(distance));
  return label;
}

Value move_semaphore(SemaphoreValue semaphore, Int distance) {
  semaphore.number += static_cast<std::uint32_t>(distance);
  return semaphore;
}

std::optional<Value> move_place(const Value& place, Int distance, unsigned column) {
  if (const auto* reg = std::get_if<RegisterValue>(&place)) return move_register(*reg, distance, column);
  if (const auto* label = std::get_if<LabelValue>(&place)) return move_label(*label, distance);
  if (const auto* semaphore = std::get_if<SemaphoreValue>(&place))
    return move_semaphore(*semaphore, distance);
  return std::nullopt;
}

Value add(const Value& a, const Value& b, unsigned column) {
  if (both_integers(a, b)) return wrap(bits(std::get<Int>(a)) + bits(std::get<Int>(b)));
  if (is_integer(b)) {
    if (auto moved = move_place(a, std::get<Int>(b), column)) return *moved;
  }
  if (is_integer(a) && is_label(b)) return move_label(std::get<LabelValue>(b), std::get<Int>(a));
  return to_real(a, "+", column) + to_real(b, "+", column);
}

Value subtract(const Value& a, const Value& b, unsigned column) {
  if (both_integers(a, b)) return wrap(bits(std::get<Int>(a)) - bits(std::get<Int>(b)));
  if (is_label(a) && is_label(b)) {
    return wrap(bits(std::get<LabelValue>(a).address) - bits(std::get<LabelValue>(b).address));
  }
  if (is_integer(b)) {
    if (auto moved = move_place(a, wrap(0 - bits(std::get<Int>(b))), column)) return *moved;
  }
  return to_real(a, "-", column) - to_real(b, "-", column);
}

// ---- shifts

/// `lanes` upward. On a register the shift selects the rotation of the multiply ALU.
Value rotate_register(RegisterValue reg, const Value& by, bool upward, unsigned column) {
  if (const auto* source = std::get_if<RegisterValue>(&by)) {
    if (!source->accumulator || source->address != isa::write_address::r5) {
      fail(column,
           std::string("a register rotates by a number of lanes or by r5, not by ") + register_name(*source));
    }
    if (reg.rotated()) fail(column, register_name(reg) + " is rotated already");
    reg.rotate_by_r5 = true;
    reg.rotation = upward ? 1 : 15;  // the direction; checked where it is used
    return reg;
  }
  const Int distance = to_integer(by, "the rotation", column);
  const Int up = upward ? distance : wrap(0 - bits(distance));
  reg.rotation = static_cast<std::uint8_t>((reg.rotation + static_cast<int>(up & 15)) & 15);
  return reg;
}

Value scale(double value, Int exponent) {
  return std::ldexp(value, static_cast<int>(std::clamp<Int>(exponent, -100000, 100000)));
}

Int shift_left(Int value, Int by) { return by > 63 ? 0 : wrap(bits(value) << by); }
Int arithmetic_right(Int value, Int by) { return value >> std::min<Int>(by, 63); }
Int logical_right(Int value, Int by) { return by > 63 ? 0 : wrap(bits(value) >> by); }

Int opposite(Int by) { return by == std::numeric_limits<Int>::min() ? std::numeric_limits<Int>::max() : -by; }

Int arithmetic_shift(Int value, Int by) {
  return by >= 0 ? shift_left(value, by) : arithmetic_right(value, opposite(by));
}
Int logical_shift(Int value, Int by) {
  return by >= 0 ? shift_left(value, by) : logical_right(value, opposite(by));
}

Value shift(const Value& a, const Value& b, bool left, unsigned column) {
  if (const auto* reg = std::get_if<RegisterValue>(&a)) return rotate_register(*reg, b, left, column);
  const Int by = to_integer(b, "a shift", column);
  const Int up = left ? by : opposite(by);
  if (const double* real = std::get_if<double>(&a)) return scale(*real, up);
  return arithmetic_shift(to_integer(a, "a shift", column), up);
}

Value shift_left_of(const Value& a, const Value& b, unsigned column) { return shift(a, b, true, column); }
Value shift_right_of(const Value& a, const Value& b, unsigned column) { return shift(a, b, false, column); }

Value logical_left_of(const Value& a, const Value& b, unsigned column) {
  return logical_shift(to_integer(a, "<<<", column), to_integer(b, "<<<", column));
}
Value logical_right_of(const Value& a, const Value& b, unsigned column) {
  return logical_shift(to_integer(a, ">>>", column), opposite(to_integer(b, ">>>", column)));
}

Value rotate32(const Value& a, Int by, unsigned column) {
  const auto value = static_cast<std::uint32_t>(to_integer(a, "a rotation", column));
  const unsigned n = static_cast<unsigned>(by & 31);
  return static_cast<Int>(n == 0 ? value : (value << n) | (value >> (32 - n)));
}
Value rotate64(const Value& a, Int by, unsigned column) {
  const Unsigned value = bits(to_integer(a, "a rotation", column));
  const unsigned n = static_cast<unsigned>(by & 63);
  return wrap(n == 0 ? value : (value << n) | (value >> (64 - n)));
}
Value rotate_left32(const Value& a, const Value& b, unsigned column) {
  return rotate32(a, to_integer(b, "><<", column), column);
}
Value rotate_right32(const Value& a, const Value& b, unsigned column) {
  return rotate32(a, wrap(0 - bits(to_integer(b, ">><", column))), column);
}
Value rotate_left64(const Value& a, const Value& b, unsigned column) {
  return rotate64(a, to_integer(b, "><<<", column), column);
}
Value rotate_right64(const Value& a, const Value& b, unsigned column) {
  return rotate64(a, wrap(0 - bits(to_integer(b, ">>><", column))), column);
}

// ---- comparisons

/// Kinds in the order of comparison; both kinds of number are equal in it.
int kind_order(const Value& v) { return is_number(v) ? 0 : static_cast<int>(v.index()); }

template <typename T>
int three_way(const T& a, const T& b) {
  return a < b ? -1 : b < a ? 1 : 0;
}

unsigned register_order(const RegisterValue& r) {
  return r.address | r.file_a << 6 | r.file_b << 7 | r.accumulator << 8 | r.raw << 9 | r.rotation << 10 |
         static_cast<unsigned>(r.rotate_by_r5) << 14;
}

std::optional<int> compare_numbers(const Value& a, const Value& b) {
  if (both_integers(a, b)) return three_way(std::get<Int>(a), std::get<Int>(b));
  const double left = to_real(a, "", 0);
  const double right = to_real(b, "", 0);
  if (std::isnan(left) || std::isnan(right)) return std::nullopt;
  return three_way(left, right);
}

int compare_same_kind(const PerElementValue& a, const PerElementValue& b) {
  return three_way(a.bits, b.bits);
}
int compare_same_kind(const RegisterValue& a, const RegisterValue& b) {
  return three_way(register_order(a), register_order(b));
}
int compare_same_kind(const SemaphoreValue& a, const SemaphoreValue& b) {
  return a.acquire != b.acquire ? (a.acquire ? 1 : -1) : three_way(a.number, b.number);
}
int compare_same_kind(const LabelValue& a, const LabelValue& b) { return three_way(a.address, b.address); }

struct CompareSameKind {
  const Value& right;
  int operator()(Int) const { return 0; }
  int operator()(double) const { return 0; }
  template <typename T>
  int operator()(const T& left) const {
    return compare_same_kind(left, std::get<T>(right));
  }
};

enum Relation { kLess = 1, kEqual = 2, kGreater = 4, kUnordered = 8 };

Relation relation(const Value& a, const Value& b) {
  const std::optional<int> order = compare(a, b);
  if (!order) return kUnordered;
  return *order < 0 ? kLess : *order > 0 ? kGreater : kEqual;
}

template <int accepted>
Value compare_operator(const Value& a, const Value& b, unsigned) {
  return Int{(relation(a, b) & accepted) != 0};
}

Value full_comparison(const Value& a, const Value& b, unsigned) {
  return Int{compare(a, b).value_or(std::numeric_limits<std::int32_t>::min())};
}

bool identical_values(const Value& a, const Value& b) {
  if (a.index() != b.index()) return false;
  if (is_real(a) && std::isnan(std::get<double>(a))) return std::isnan(std::get<double>(b));
  return a == b;
}
Value identical(const Value& a, const Value& b, unsigned) { return Int{identical_values(a, b)}; }
Value not_identical(const Value& a, const Value& b, unsigned) { return Int{!identical_values(a, b)}; }

// ---- bits and truth

Int integer_operand(const Value& v, unsigned column) { return to_integer(v, "this operator", column); }

Value bit_and(const Value& a, const Value& b, unsigned c) {
  return integer_operand(a, c) & integer_operand(b, c);
}
Value bit_or(const Value& a, const Value& b, unsigned c) {
  return integer_operand(a, c) | integer_operand(b, c);
}
Value bit_xor(const Value& a, const Value& b, unsigned c) {
  return integer_operand(a, c) ^ integer_operand(b, c);
}
Value bit_xnor(const Value& a, const Value& b, unsigned c) {
  return ~(integer_operand(a, c) ^ integer_operand(b, c));
}

struct Truths {
  bool left;
  bool right;
};

/// Both operands are evaluated, so an error in either is reported.
Truths truths(const Value& a, const Value& b, unsigned column) {
  return {integer_operand(a, column) != 0, integer_operand(b, column) != 0};
}

Value logical_and(const Value& a, const Value& b, unsigned column) {
  const Truths t = truths(a, b, column);
  return Int{t.left && t.right};
}
Value logical_or(const Value& a, const Value& b, unsigned column) {
  const Truths t = truths(a, b, column);
  return Int{t.left || t.right};
}
Value logical_xor(const Value& a, const Value& b, unsigned column) {
  const Truths t = truths(a, b, column);
  return Int{t.left != t.right};
}
Value logical_xnor(const Value& a, const Value& b, unsigned column) {
  const Truths t = truths(a, b, column);
  return Int{t.left == t.right};
}

constexpr std::array<BinaryOperator, 31> kBinary{{
    {"**", 12, power},
    {"*", 11, multiply},
    {"/", 11, divide},
    {"%", 11, modulo},
    {"+", 10, add},
    {"-", 10, subtract},
    {"<<", 9, shift_left_of},
    {">>", 9, shift_right_of},
    {"<<<", 9, logical_left_of},
    {">>>", 9, logical_right_of},
    {"><<", 9, rotate_left32},
    {">><", 9, rotate_right32},
    {"><<<", 9, rotate_left64},
    {">>><", 9, rotate_right64},
    {">", 8, compare_operator<kGreater>},
    {">=", 8, compare_operator<kGreater | kEqual>},
    {"<", 8, compare_operator<kLess>},
    {"<=", 8, compare_operator<kLess | kEqual>},
    {"<=>", 8, full_comparison},
    {"==", 7, compare_operator<kEqual>},
    {"!=", 7, compare_operator<kLess | kGreater | kUnordered>},
    {"===", 7, identical},
    {"!==", 7, not_identical},
    {"&", 6, bit_and},
    {"^", 5, bit_xor},
    {"!^", 5, bit_xnor},
    {"|", 4, bit_or},
    {"&&", 3, logical_and},
    {"^^", 2, logical_xor},
    {"!^^", 2, logical_xnor},
    {"||", 1, logical_or},
}};

template <typename Table>
auto find_row(const Table& table, std::string_view name) -> decltype(table.data()) {
  for (const auto& row : table) {
    if (!row.name.empty() && row.name == name) return &row;
  }
  return nullptr;
}

}  // namespace

const UnaryOperator* find_unary_operator(std::string_view name) { return find_row(kUnary, name); }
const BinaryOperator* find_binary_operator(std::string_view name) { return find_row(kBinary, name); }

std::optional<int> compare(const Value& left, const Value& right) {
  if (is_number(left) && is_number(right)) return compare_numbers(left, right);
  const int order = three_way(kind_order(left), kind_order(right));
  return order != 0 ? order : std::visit(CompareSameKind{right}, left);
}

}  // namespace quadcl::qpu::assembly
