// SPDX-License-Identifier: Apache-2.0
#include "qpu/emulator/float_rules.h"

#include <bit>
#include <cmath>

namespace quadcl::qpu::emulator {

namespace {

constexpr std::uint32_t kSign = 0x80000000;
constexpr std::uint32_t kInfinity = 0x7f800000;
constexpr std::uint32_t kSmallestNormal = 0x00800000;

bool is_nan(std::uint32_t x) { return (x & ~kSign) > kInfinity; }
bool is_zero(std::uint32_t x) { return (x & ~kSign) < kSmallestNormal; }  // denormals count as 0
bool is_exceptional(std::uint32_t x) { return (x & kInfinity) == kInfinity; }

/// Rounds a value to 14 significant bits; out of range it becomes Inf or +0.
std::uint32_t quantise(double value) {
  constexpr unsigned dropped = 24 - 14;
  const auto bits = std::bit_cast<std::uint64_t>(value);
  const std::uint32_t sign = static_cast<std::uint32_t>(bits >> 32) & kSign;
  const int exponent = static_cast<int>((bits >> 52) & 0x7ff) - 1023 + 127;
  if (exponent >= 255) return sign | kInfinity;
  if (exponent <= 0) return 0;
  const auto mantissa = static_cast<std::uint32_t>((bits >> 29) & 0x7fffff);
  const std::uint32_t magnitude =
      (static_cast<std::uint32_t>(exponent) << 23 | mantissa) + (1u << (dropped - 1));
  return sign | (magnitude & ~((1u << dropped) - 1));
}

double as_double(std::uint32_t bits) { return std::bit_cast<float>(bits); }

}  // namespace

std::uint32_t exceptional_fadd(std::uint32_t a, std::uint32_t b) {
  // The second operand's NaN wins. Inf - Inf is not documented; we use the same order.
  if (is_nan(b)) return (b & kSign) | kInfinity;
  if (is_nan(a)) return (a & kSign) | kInfinity;
  return ((is_exceptional(b) ? b : a) & kSign) | kInfinity;
}

std::uint32_t exceptional_fmul(std::uint32_t a, std::uint32_t b) {
  if (is_zero(a) || is_zero(b)) return 0;
  return ((a ^ b) & kSign) | kInfinity;
}

std::uint32_t sfu_recip(std::uint32_t x) {
  if (is_zero(x)) return kInfinity;
  if (is_exceptional(x)) return 0;
  return quantise(1.0 / as_double(x));
}

std::uint32_t sfu_recipsqrt(std::uint32_t x) {
  x &= ~kSign;
  if (is_zero(x)) return kInfinity;
  if (is_exceptional(x)) return 0;
  return quantise(1.0 / std::sqrt(as_double(x)));
}

std::uint32_t sfu_exp2(std::uint32_t x) {
  if (is_exceptional(x)) return (x & kSign) != 0 ? 0 : kInfinity;
  if (is_zero(x)) return 0x3f800000;
  const double value = as_double(x);
  if (value >= 128) return kInfinity;
  if (value < -126) return 0;
  return quantise(std::exp2(value));
}

std::uint32_t sfu_log2(std::uint32_t x) {
  x &= ~kSign;
  if (is_zero(x)) return kSign | kInfinity;
  if (is_exceptional(x)) return kInfinity;
  return quantise(std::log2(as_double(x)));
}

}  // namespace quadcl::qpu::emulator
