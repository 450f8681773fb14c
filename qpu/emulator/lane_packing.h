// SPDX-License-Identifier: Apache-2.0
#pragma once

// Part of engine_body.h: pack and unpack modes (docs/videocore4.md, Pack, unpack, rotation). Plain loops over
// lanes that the compiler turns into vector code. Internal linkage throughout, see lane_math.h.

#include <cstdint>

#include "qpu/emulator/lane_vector.h"

namespace quadcl::qpu::emulator::QUADCL_ENGINE {
namespace {

// ---- conversions of one lane

/// Half to float for operands from register file A: denormals are not renormalised, so arithmetic takes them
/// for 0.
QUADCL_INLINE std::uint32_t float_from_half(std::uint32_t half) {
  const std::uint32_t sign = (half & 0x8000) << 16;
  const std::uint32_t exponent = (half >> 10) & 31;
  const std::uint32_t mantissa = (half & 0x3ff) << 13;
  const std::uint32_t biased = exponent == 0 ? 0 : exponent == 31 ? 255 : exponent + 112;
  return sign | (biased << 23) | mantissa;
}

/// The same for r4: denormals are converted to their value.
QUADCL_INLINE std::uint32_t float_from_half_r4(std::uint32_t half) {
  const std::uint32_t mantissa = half & 0x3ff;
  if ((half & 0x7c00) != 0 || mantissa == 0) return float_from_half(half);
  const auto shift = static_cast<std::uint32_t>(__builtin_clz(mantissa)) - 21;
  return (half & 0x8000) << 16 | (113 - shift) << 23 | ((mantissa << shift) & 0x3ff) << 13;
}

/// Float to half: away from zero, denormal halves become +0, NaN and overflow become Inf.
QUADCL_INLINE std::uint32_t half_from_float(std::uint32_t value) {
  const std::uint32_t sign = (value >> 16) & 0x8000;
  const std::uint32_t size = value & 0x7fffffff;
  if (size < 0x38800000) return 0;
  const std::uint32_t rounded = (size - 0x38000000 + 0x1fff) >> 13;
  return sign | (size >= 0x7f800000 || rounded > 0x7c00 ? 0x7c00 : rounded);
}

/// v / 255 of bytes, toward zero.
struct ByteFloats {
  std::uint32_t bits[256];
  constexpr ByteFloats() : bits{} {
    for (std::uint64_t v = 1; v < 256; ++v) {
      std::uint32_t shift = 23;
      while ((v << shift) / 255 < (1u << 23)) ++shift;
      bits[v] = (127 + 23 - shift) << 23 | (static_cast<std::uint32_t>((v << shift) / 255) & 0x7fffff);
    }
  }
};
constexpr ByteFloats kByteFloats;

/// A colour from 0.0 .. 1.0 to 0 .. 255, rounded to nearest.
QUADCL_INLINE std::uint32_t colour_from_float(std::uint32_t value) {
  if (value >> 31) return 0;
  if (value >= 0x3f800000) return 255;
  const std::uint32_t exponent = value >> 23;
  if (exponent < 118) return 0;  // below 2^-9, so less than half a step
  const std::uint64_t product = std::uint64_t{(value & 0x7fffff) | 0x800000} * 255;
  const std::uint32_t fraction_bits = 150 - exponent;
  return static_cast<std::uint32_t>((product + (std::uint64_t{1} << (fraction_bits - 1))) >> fraction_bits);
}

QUADCL_INLINE std::uint32_t clamp(std::uint32_t value, std::int32_t low, std::int32_t high) {
  const auto v = static_cast<std::int32_t>(value);
  return static_cast<std::uint32_t>(v < low ? low : v > high ? high : v);
}

// ---- unpack

template <unsigned shift>
std::uint32_t half_integer(std::uint32_t v) {
  return static_cast<std::uint32_t>(static_cast<std::int32_t>(v << (16 - shift)) >> 16);
}
template <unsigned shift>
std::uint32_t half_float(std::uint32_t v) {
  return float_from_half((v >> shift) & 0xffff);
}
template <unsigned shift>
std::uint32_t half_float_r4(std::uint32_t v) {
  return float_from_half_r4((v >> shift) & 0xffff);
}
template <unsigned shift>
std::uint32_t byte_integer(std::uint32_t v) {
  return (v >> shift) & 255;
}
template <unsigned shift>
std::uint32_t byte_float(std::uint32_t v) {
  return kByteFloats.bits[(v >> shift) & 255];
}
inline std::uint32_t replicate_byte3(std::uint32_t v) { return (v >> 24) * 0x01010101u; }

template <std::uint32_t (*convert)(std::uint32_t)>
void unpack_lanes(const LaneVector& source, LaneVector& result) {
  for (int i = 0; i < 16; ++i) result.lane[i] = convert(source.lane[i]);
}

// ---- pack

inline std::uint32_t low_bits(std::uint32_t v) { return v; }
inline std::uint32_t saturated_half(std::uint32_t v) { return clamp(v, -0x8000, 0x7fff); }
inline std::uint32_t saturated_byte(std::uint32_t v) { return clamp(v, 0, 255); }
inline std::uint32_t to_half(std::uint32_t v) { return half_from_float(v); }
inline std::uint32_t to_colour(std::uint32_t v) { return colour_from_float(v); }

/// Converts, and stores `bits` bits at `shift`. The other bits of the destination stay.
template <std::uint32_t (*convert)(std::uint32_t), unsigned bits, unsigned shift>
void pack_lanes(const LaneVector& value, LaneVector& destination, LaneMask mask) {
  constexpr std::uint32_t part = ((1u << bits) - 1) << shift;
  for (unsigned i = 0; i < 16; ++i) {
    const std::uint32_t written = (mask >> i) & 1 ? part : 0;
    const std::uint32_t packed = (convert(value.lane[i]) << shift) & written;
    destination.lane[i] = (destination.lane[i] & ~written) | packed;
  }
}

/// Converts to a byte and stores it in all four bytes.
template <std::uint32_t (*convert)(std::uint32_t)>
void pack_replicated(const LaneVector& value, LaneVector& destination, LaneMask mask) {
  for (unsigned i = 0; i < 16; ++i) {
    const std::uint32_t packed = (convert(value.lane[i]) & 255) * 0x01010101u;
    destination.lane[i] = (mask >> i) & 1 ? packed : destination.lane[i];
  }
}

}  // namespace
}  // namespace quadcl::qpu::emulator::QUADCL_ENGINE
