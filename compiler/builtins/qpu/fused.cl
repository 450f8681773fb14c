// SPDX-License-Identifier: Apache-2.0
// A product and a sum with one rounding, in integers.
#include "qpu.h"

// The value is sum * 2^exponent.
typedef struct {
  ulong sum;
  int exponent;
} Number;

static uint mantissa_of(float x) { return (as_uint(x) & 0x7fffffu) | 0x800000u; }

// The lowest bit of the result says whether bits were lost, too.
static ulong moved_down(ulong value, int bits) {
  const int by = bits > 63 ? 63 : bits < 0 ? 0 : bits;
  return value >> by | (((value << 1) << (63 - by)) != 0 ? 1 : 0);
}

static float truncated(Number number, bool is_negative) {
  const uint high = (uint)(number.sum >> 32), low = (uint)number.sum;
  const int zeros = high != 0 ? __builtin_clz(high) : 32 + __builtin_clz(low | 1);
  const int exponent = number.exponent + 63 - zeros + 127;
  const uint mantissa = (uint)((number.sum << zeros) >> 40) & 0x7fffffu;
  const uint size = exponent > 254 ? 0x7f7fffffu : (uint)exponent << 23 | mantissa;
  return as_float(number.sum == 0 | exponent < 1 ? 0 : (is_negative ? size | 0x80000000u : size));
}

static float sum_of(float x, float y, float z) {
  Number product = {(ulong)mantissa_of(x) * mantissa_of(y) << 13, exponent_of(x) + exponent_of(y) - 313};
  Number other = {(ulong)mantissa_of(z) << 37, exponent_of(z) - 187};
  const int distance = product.exponent - other.exponent;
  const ulong a = moved_down(product.sum, -distance), b = moved_down(other.sum, distance);
  const bool is_negative = (as_int(x) ^ as_int(y)) < 0, differs = (as_int(x) ^ as_int(y) ^ as_int(z)) < 0;
  const ulong sum = differs ? a - b : a + b;
  const bool is_turned = differs & a < b;
  const Number number = {is_turned ? -sum : sum, distance > 0 ? product.exponent : other.exponent};
  return truncated(number, is_negative != is_turned);
}

PURE float fma(float x, float y, float z) {
  if (quadcl_relaxes()) return x * y + z;
  return magnitude(x) == 0 | magnitude(y) == 0 ? z : magnitude(z) == 0 ? x * y : sum_of(x, y, z);
}

#define FMA_HALVES(half_width, width)                                     \
  PURE float##width fma(float##width x, float##width y, float##width z) { \
    return (float##width)(fma(x.lo, y.lo, z.lo), fma(x.hi, y.hi, z.hi));  \
  }
FMA_HALVES(, 2)
PURE float3 fma(float3 x, float3 y, float3 z) { return (float3)(fma(x.lo, y.lo, z.lo), fma(x.z, y.z, z.z)); }
FMA_HALVES(2, 4) FMA_HALVES(4, 8) FMA_HALVES(8, 16)
