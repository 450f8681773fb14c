// SPDX-License-Identifier: Apache-2.0
#include "tools/replay/compare.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <stdexcept>

namespace replay {
namespace {

template <typename T>
T element(const Bytes& bytes, std::size_t index) {
  T value{};
  std::memcpy(&value, bytes.data() + index * sizeof value, sizeof value);
  return value;
}

struct Half {
  std::uint16_t bits;
};

double number(double value) { return value; }
double number(float value) { return value; }
double number(Half half) {
  const int exponent = half.bits >> 10 & 31, fraction = half.bits & 1023;
  const double size = exponent == 31  ? (fraction == 0 ? HUGE_VAL : std::nan(""))
                      : exponent == 0 ? std::ldexp(fraction, -24)
                                      : std::ldexp(1024 + fraction, exponent - 25);
  return half.bits >> 15 != 0 ? -size : size;
}

/// Whether an int seen as a float would be an ordinary number: small ints would all count as nearly 0.
bool plausible(double value) {
  return value == 0 || !std::isfinite(value) || (std::abs(value) > 1e-30 && std::abs(value) < 1e30);
}

template <typename T>
bool equal_bits(const Bytes& one, const Bytes& other, std::size_t index) {
  return std::memcmp(one.data() + index * sizeof(T), other.data() + index * sizeof(T), sizeof(T)) == 0;
}

double distance(double one, double other) {
  if (one == other || (std::isnan(one) && std::isnan(other))) return 0;
  const double difference = std::abs(one - other);
  return std::isnan(difference) ? HUGE_VAL : difference;
}

/// The largest finite number that either device wrote; what both left alone may be garbage.
template <typename T>
double magnitude(const Bytes& before, const Bytes& one, const Bytes& other) {
  double largest = 0;
  for (std::size_t i = 0; i < one.size() / sizeof(T); ++i) {
    for (const Bytes* written : {&one, &other}) {
      const double size = std::abs(number(element<T>(*written, i)));
      if (std::isfinite(size) && !equal_bits<T>(before, *written, i)) largest = std::max(largest, size);
    }
  }
  return largest;
}

void count(Difference& result, std::size_t index, const std::string& one, const std::string& other) {
  if (result.elements++ == 0)
    result.first = "element " + std::to_string(index) + " is " + one + " and " + other;
}

std::string text(double value) {
  char digits[32];
  std::snprintf(digits, sizeof digits, "%.9g", value);
  return digits;
}

template <typename T>
Difference compare_numbers(const Bytes& before, const Bytes& one, const Bytes& other, double tolerance,
                           bool known) {
  Difference result;
  const double scale = magnitude<T>(before, one, other);
  for (std::size_t i = 0; i < one.size() / sizeof(T); ++i) {
    if (equal_bits<T>(one, other, i)) continue;
    const double a = number(element<T>(one, i)), b = number(element<T>(other, i));
    double part = distance(a, b);
    if (part != 0) part /= scale > 0 ? scale : 1;
    if (!known && !(plausible(a) && plausible(b))) part = HUGE_VAL;
    result.largest = std::max(result.largest, part);
    if (part > tolerance) count(result, i, text(a), text(b));
  }
  return result;
}

template <typename T>
Difference compare_integers(const Bytes& one, const Bytes& other) {
  Difference result;
  for (std::size_t i = 0; i < one.size() / sizeof(T); ++i) {
    if (equal_bits<T>(one, other, i)) continue;
    count(result, i, std::to_string(element<T>(one, i)), std::to_string(element<T>(other, i)));
  }
  if (result.elements > 0) result.largest = HUGE_VAL;
  return result;
}

bool starts_with_any(const std::string& type, std::initializer_list<const char*> names) {
  return std::any_of(names.begin(), names.end(), [&](const char* name) { return type.rfind(name, 0) == 0; });
}

}  // namespace

Difference compare(const Bytes& before, const Bytes& one, const Bytes& other, const std::string& type,
                   double tolerance) {
  if (one == other) return {};
  if (starts_with_any(type, {"char", "uchar", "bool", "void"}))
    return compare_integers<std::uint8_t>(one, other);
  if (starts_with_any(type, {"half"})) return compare_numbers<Half>(before, one, other, tolerance, true);
  if (starts_with_any(type, {"float"})) return compare_numbers<float>(before, one, other, tolerance, true);
  if (starts_with_any(type, {"double"})) return compare_numbers<double>(before, one, other, tolerance, true);
  if (starts_with_any(type, {"short", "ushort"})) return compare_integers<std::int16_t>(one, other);
  if (starts_with_any(type, {"int", "uint"})) return compare_integers<std::int32_t>(one, other);
  if (starts_with_any(type, {"long", "ulong"})) return compare_integers<std::int64_t>(one, other);
  if (one.size() % 4 != 0) return compare_integers<std::uint8_t>(one, other);
  const Difference floats = compare_numbers<float>(before, one, other, tolerance, false);
  if (floats.elements == 0 || one.size() % 8 != 0) return floats;
  const Difference doubles = compare_numbers<double>(before, one, other, tolerance, false);
  return doubles.elements < floats.elements ? doubles : floats;
}

}  // namespace replay
