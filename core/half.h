// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstdint>

namespace quadcl {

/// IEEE half precision, rounded to nearest even. Infinities and NaN are kept, denormals are produced.
constexpr std::uint16_t to_half(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  const auto sign = static_cast<std::uint16_t>(bits >> 16 & 0x8000);
  const std::uint32_t magnitude = bits & 0x7fffffff;
  if (magnitude > 0x7f800000) return static_cast<std::uint16_t>(sign | 0x7e00);
  if (magnitude >= 0x477ff000) return static_cast<std::uint16_t>(sign | 0x7c00);  // rounds to 65536 or more
  const int exponent = static_cast<int>(magnitude >> 23) - 127;
  if (exponent < -25) return sign;
  const std::uint32_t mantissa = (magnitude & 0x7fffff) | 0x800000;
  // Bits that do not fit: 13, and one more for every step below the smallest normal exponent.
  const unsigned drop = exponent < -14 ? static_cast<unsigned>(13 - 14 - exponent) : 13;
  const std::uint32_t kept = mantissa >> drop;
  const std::uint32_t rest = mantissa & ((1u << drop) - 1);
  const std::uint32_t half_way = 1u << (drop - 1);
  const std::uint32_t rounded = kept + (rest > half_way || (rest == half_way && (kept & 1)) ? 1 : 0);
  const std::uint32_t biased = exponent < -14 ? 0 : static_cast<std::uint32_t>(exponent + 14) << 10;
  return static_cast<std::uint16_t>(sign | (biased + rounded));
}

}  // namespace quadcl
