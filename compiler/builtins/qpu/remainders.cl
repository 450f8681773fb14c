// SPDX-License-Identifier: Apache-2.0
// Remainders, exact, choices by magnitude, and rounding to integers.
#include "qpu.h"

// Of magnitudes, as multiples of 2^exponent, for |x| from half of |y| on.
typedef struct {
  float rest, divisor;
  uint quotient;  // its low bits
} Division;

static float mantissa_of(float x) { return as_float((as_uint(x) & 0x7fffffu) | 0x3f800000u); }

// Long division, 11 bits per step. Products with parts of the divisor are exact, and so are the differences,
// as the digits are never too small: the inverse is a little too large.
static Division divide(float x, float y) {
  const float divisor = mantissa_of(y), first = first_bits(divisor), second = divisor - first;
  const float inverse = improved_reciprocal(divisor, 0x1.000008p0f);
  int left = exponent_of(x) - exponent_of(y);
  float rest = left < 0 ? mantissa_of(x) * 0.5f : mantissa_of(x);
  uint quotient = rest >= divisor ? 1 : 0;
  rest = rest >= divisor ? rest - divisor : rest;
  while (left > 0) {
    const int step = left < 11 ? left : 11;
    const float larger_rest = rest * as_float((step + 127) << 23);
    const int digits = quadcl_to_integer(larger_rest * inverse);
    const float n = (float)digits, over = (larger_rest - n * first) - n * second;
    rest = over < 0 ? over + divisor : over;
    quotient = (quotient << step) + (uint)(over < 0 ? digits - 1 : digits);
    left -= step;
  }
  return (Division){rest, divisor, quotient};
}

// NaN if the divisor is 0, or too small for QPUs.
static float if_divides(float y, float rest) {
  return magnitude(y) >= SMALLEST ? rest : as_float(0x7fc00000u);
}

static float power_of(float y) { return as_float(as_uint(y) & 0x7f800000u); }

PURE float fmod(float x, float y) {
  const float rest = with_sign_of(divide(x, y).rest * power_of(y), x);
  return if_divides(y, magnitude(x) < magnitude(y) ? x : rest);
}

static float nearest_rest(float x, float y, int* quotient) {
  const Division division = divide(x, y);
  const float twice = 2 * division.rest;
  const bool above = twice > division.divisor | (twice == division.divisor & (division.quotient & 1) != 0);
  const bool is_small = magnitude(x) * 2 < magnitude(y);
  const float rest = (above ? division.rest - division.divisor : division.rest) * power_of(y);
  const int low = (int)(division.quotient + (above ? 1 : 0)) & 0x7f,
            signed_low = (as_int(x) ^ as_int(y)) < 0 ? -low : low;
  *quotient = is_small | magnitude(y) < SMALLEST ? 0 : signed_low;
  return if_divides(y, is_small ? x : with_sign_of(rest, x));
}

PURE float remainder(float x, float y) {
  int quotient;
  return nearest_rest(x, y, &quotient);
}

VECTORS_2(float, float, fmod)
VECTORS_2(float, float, remainder)

#define REMQUO_HALVES(space, half_width, width)                                                    \
  OVERLOAD float##width remquo(float##width x, float##width y, space int##width* quotient) {       \
    int##half_width low, high;                                                                     \
    const float##width rest = (float##width)(remquo(x.lo, y.lo, &low), remquo(x.hi, y.hi, &high)); \
    *quotient = (int##width)(low, high);                                                           \
    return rest;                                                                                   \
  }
#define REMQUO(space)                                                                \
  OVERLOAD float remquo(float x, float y, space int* quotient) {                     \
    int n;                                                                           \
    const float rest = nearest_rest(x, y, &n);                                       \
    *quotient = n;                                                                   \
    return rest;                                                                     \
  }                                                                                  \
  REMQUO_HALVES(space, , 2)                                                          \
  OVERLOAD float3 remquo(float3 x, float3 y, space int3* quotient) {                 \
    int2 low;                                                                        \
    int high;                                                                        \
    const float3 rest = (float3)(remquo(x.lo, y.lo, &low), remquo(x.z, y.z, &high)); \
    *quotient = (int3)(low, high);                                                   \
    return rest;                                                                     \
  }                                                                                  \
  REMQUO_HALVES(space, 2, 4) REMQUO_HALVES(space, 4, 8) REMQUO_HALVES(space, 8, 16)
REMQUO(private)
REMQUO(local)
REMQUO(global)

// ---- by magnitude; differences of small numbers are 0, so that they do not tell whether two are equal

PURE float maxmag(float x, float y) {
  return magnitude(x) > magnitude(y) ? x : magnitude(y) > magnitude(x) ? y : larger(x, y);
}
PURE float minmag(float x, float y) {
  return magnitude(x) > magnitude(y) ? y : magnitude(y) > magnitude(x) ? x : smaller(x, y);
}

VECTORS_2(float, float, maxmag)
VECTORS_2(float, float, minmag)

// ---- to integers

// With ties away from 0. From 2^23 on, all numbers are whole.
PURE float round(float x) {
  const float size = magnitude(x), whole = (float)quadcl_to_integer(size + 0.5f);
  return size < 0x1p23f ? with_sign_of(whole, x) : x;
}

PURE float rint(float x) {
  const float size = magnitude(x);
  const int up = quadcl_to_integer(size + 0.5f);
  const int even = (float)up - size == 0.5f ? up & ~1 : up;
  return size < 0x1p23f ? with_sign_of((float)even, x) : x;
}

VECTORS_1(float, round)
VECTORS_1(float, rint)
