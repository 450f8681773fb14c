// SPDX-License-Identifier: Apache-2.0
// Elementary functions of float without branches, but for what is rare, so that they become vectors over
// work-items. libclc computes all cases and then chooses. docs/accuracy.md has their errors.
#include "overlay.h"

#pragma OPENCL EXTENSION cl_khr_fp64 : enable

PURE float exp(float x);

// ---- logarithms

typedef struct {
  float m;  // from sqrt(1/2) to sqrt(2)
  int exponent;
} Split;

// A positive number is m 2^exponent.
static Split split(float x) {
  const bool is_small = x < 0x1p-126f;
  const int bits = as_int(is_small ? x * 0x1p24f : x), exponent = (bits - as_int(0x1.6a09e6p-1f)) >> 23;
  return (Split){as_float(bits - (exponent << 23)), is_small ? exponent - 24 : exponent};
}

// ln(1 + f) - f for 1 + f from sqrt(1/2) to sqrt(2). The cubic term and those after it are the polynomial
// through Chebyshev points.
static float log_rest(float f) {
  float sum = 0x1.1d8ea6p-4f;
  sum = sum * f - 0x1.d635bcp-4f;
  sum = sum * f + 0x1.dea282p-4f;
  sum = sum * f - 0x1.fcf4c6p-4f;
  sum = sum * f + 0x1.23d21ap-3f;
  sum = sum * f - 0x1.555b4ap-3f;
  sum = sum * f + 0x1.999d5ap-3f;
  sum = sum * f - 0x1.fffffcp-3f;
  sum = sum * f + 0x1.555554p-2f;
  const float square = f * f;
  return square * f * sum - 0.5f * square;
}

static float log_or_special(float x, float result) {
  const float positive = x < INFINITY ? result : x, others = x == 0 ? -INFINITY : NAN;
  return x > 0 ? positive : others;
}

// Multiples of 0x1.63p-1 and 0x1.344p-2 are exact.
PURE float log(float x) {
  const Split s = split(x);
  const float f = s.m - 1, n = s.exponent;
  return log_or_special(x, n * 0x1.63p-1f + (f + (log_rest(f) - n * 0x1.bd0106p-13f)));
}

PURE float log2(float x) {
  const Split s = split(x);
  const float f = s.m - 1, n = s.exponent;
  return log_or_special(x, n + (f + log_rest(f)) * 0x1.715476p0f);
}

PURE float log10(float x) {
  const Split s = split(x);
  const float f = s.m - 1, n = s.exponent;
  return log_or_special(x, n * 0x1.344p-2f + ((f + log_rest(f)) * 0x1.bcb7b2p-2f + n * 0x1.3509f8p-18f));
}

// ---- sine, cosine, tangent

typedef struct {
  float rest;  // radians, up to a little more than pi / 4 to both sides
  int quarters;
} Turn;

// The bits of 2 / pi after a word of zeros.
static constant uint kTwoByPi[] = {0,          0xa2f9836e, 0x4e441529, 0xfc2757d1,
                            0xf534ddc0, 0xdb629599, 0x3c439041, 0xfe5163ab};

// Multiplies the mantissa with those bits of 2 / pi that are no multiples of four quarters.
static Turn large_turn(float x) {
  const uint bits = as_uint(magnitude(x)), place = (bits >> 23) - 120, shift = place & 31;
  constant uint* words = kTwoByPi + (place >> 5);
  const ulong mantissa = (bits & 0x7fffffu) | 0x800000u;
  const ulong next = words[2], high = ((ulong)words[0] << 32 | words[1]) << shift | next << shift >> 32;
  const ulong low = (next << 32 | words[3]) << shift >> 32;
  const ulong turns = mantissa * high + (mantissa * low >> 32);  // 2^62 is a quarter
  const int quarters = (int)((turns + (1ul << 61)) >> 62);
  const float rest = (float)((double)(long)(turns - ((ulong)quarters << 62)) * 0x1.921fb54442d18p-62);
  return (Turn){with_sign_of(rest, x) + (x - x), as_int(x) < 0 ? -quarters : quarters};
}

// For x from -2^20 to 2^20.
static Turn small_turn(float x) {
  const float sum = x * 0x1.45f306p-1f + 0x1.8p23f;
  const double n = sum - 0x1.8p23f;
  return (Turn){(float)((x - n * 0x1.921fb5p0) - n * 0x1.110b4611a6263p-26),
                as_int(sum)};  // n * ...p0 is exact
}

static Turn turn_of(float x) {
  if (__builtin_expect(magnitude(x) >= 0x1p20f, false)) return large_turn(x);
  return small_turn(x);
}

static float sine(float r) {
  const float q = r * r;
  return r *
         (1 + q * (-0x1.555556p-3f + q * (0x1.11110ap-7f + q * (-0x1.a00ecep-13f + q * 0x1.6c64b2p-19f))));
}

static float cosine(float r) {
  const float q = r * r;
  return 1 + q * (-0.5f + q * (0x1.555552p-5f + q * (-0x1.6c0fd2p-10f + q * 0x1.9a7456p-16f)));
}

static float turned_sine(float r, int quarters) {
  const float size = quarters & 1 ? cosine(r) : sine(r);
  return as_float(as_int(size) ^ (quarters & 2) << 30);
}

PURE float sin(float x) {
  const Turn turn = turn_of(x);
  return turned_sine(turn.rest, turn.quarters);
}

PURE float cos(float x) {
  const Turn turn = turn_of(x);
  return turned_sine(turn.rest, turn.quarters + 1);
}

static float turned_tangent(Turn turn) {
  const float s = sine(turn.rest), c = cosine(turn.rest);
  return turn.quarters & 1 ? -c / s : s / c;
}

PURE float tan(float x) { return turned_tangent(turn_of(x)); }

// Defined for x from -2^16 to 2^16.
PURE float half_sin(float x) {
  const Turn turn = small_turn(x);
  return turned_sine(turn.rest, turn.quarters);
}
PURE float half_cos(float x) {
  const Turn turn = small_turn(x);
  return turned_sine(turn.rest, turn.quarters + 1);
}
PURE float half_tan(float x) { return turned_tangent(small_turn(x)); }

VECTORS_1(float, sin)
VECTORS_1(float, cos)
VECTORS_1(float, tan)
VECTORS_1(float, half_sin)
VECTORS_1(float, half_cos)
VECTORS_1(float, half_tan)

#define SINCOS_HALVES(space, whole)                                     \
  OVERLOAD float##whole sincos(float##whole x, space float##whole* c) { \
    *c = (float##whole)(cos(x.lo), cos(x.hi));                          \
    return (float##whole)(sin(x.lo), sin(x.hi));                        \
  }
#define SINCOS(space)                                 \
  OVERLOAD float sincos(float x, space float* c) {    \
    const Turn turn = turn_of(x);                     \
    *c = turned_sine(turn.rest, turn.quarters + 1);   \
    return turned_sine(turn.rest, turn.quarters);     \
  }                                                   \
  OVERLOAD float3 sincos(float3 x, space float3* c) { \
    *c = (float3)(cos(x.x), cos(x.y), cos(x.z));      \
    return (float3)(sin(x.x), sin(x.y), sin(x.z));    \
  }                                                   \
  SINCOS_HALVES(space, 2) SINCOS_HALVES(space, 4) SINCOS_HALVES(space, 8) SINCOS_HALVES(space, 16)
SINCOS(private)
SINCOS(local)
SINCOS(global)

// ---- powers, by way of double

// atanh of z = (m - 1) / (m + 1), by 2 / ln 2: a polynomial through Chebyshev points.
static double wide_log2(float x) {
  const Split s = split(x);
  const double m = s.m, z = (m - 1) / (m + 1), q = z * z;
  double sum = 0x1.f17dfd13ae0efp-3;
  sum = sum * q + 0x1.0bb80a92c80ccp-2;
  sum = sum * q + 0x1.484fa9965bc9cp-2;
  sum = sum * q + 0x1.a61756810b0f8p-2;
  sum = sum * q + 0x1.2776c516a083cp-1;
  sum = sum * q + 0x1.ec709dc39ca40p-1;
  sum = sum * q + 0x1.71547652b82ffp+1;
  const double positive = x < INFINITY ? s.exponent + z * sum : INFINITY;
  return x == 0 ? -INFINITY : positive;
}

static float narrow_exp2(double x) {
  x = x < -200 ? -200 : x > 200 ? 200 : x;
  const double shifted = x + 0x1.8p52, f = x - (shifted - 0x1.8p52);
  double sum = 0x1.00c0e4e15189cp-16;
  sum = sum * f + 0x1.446c79efd4834p-13;
  sum = sum * f + 0x1.5d877598350dep-10;
  sum = sum * f + 0x1.3b29d8bb0b97ep-7;
  sum = sum * f + 0x1.c6b08da70cce3p-5;
  sum = sum * f + 0x1.ebfbe0aa03df0p-3;
  sum = sum * f + 0x1.62e42fef9cc69p-1;
  sum = sum * f + 1;
  return (float)(sum * as_double((as_long(shifted) + 1023) << 52));
}

PURE float pow(float x, float y) {
  const float size = magnitude(x), steps = magnitude(y), sum = steps + 0x1p23f;
  const bool is_integer = steps >= 0x1p23f || sum - 0x1p23f == steps;
  const uint units = steps < 0x1p23f ? as_uint(sum) : steps < 0x1p24f ? as_uint(steps) : 0;
  const float result = narrow_exp2(size == 1 ? 0 : y * wide_log2(size));
  const bool is_odd = is_integer && (units & 1) != 0, is_negative = as_int(x) < 0;
  const float with_sign = is_negative && is_odd ? -result : result;
  const float defined = x < 0 && size < INFINITY && !is_integer ? NAN : with_sign;
  const float known = x != x || y != y ? x + y : defined;
  return x == 1 || y == 0 ? 1 : known;
}

// ---- the error function

// From 1 on, 1 - e^-s, where s is a polynomial.
PURE float erf(float x) {
  const float q = x * x, size = magnitude(x), a = size > 4 ? 4 : size;
  float near = 0x1.4a569p-14f;
  near = near * q - 0x1.a45088p-11f;
  near = near * q + 0x1.54127p-8f;
  near = near * q - 0x1.b7fabap-6f;
  near = near * q + 0x1.ce2d1p-4f;
  near = near * q - 0x1.81273ep-2f;
  near = near * q + 0x1.20dd74p0f;
  float s = -0x1.b7783p-20f;
  s = s * a + 0x1.825ce4p-15f;
  s = s * a - 0x1.38e5e6p-11f;
  s = s * a + 0x1.37ecc6p-8f;
  s = s * a - 0x1.b0e246p-6f;
  s = s * a + 0x1.c2e356p-4f;
  s = s * a + 0x1.437eb4p-1f;
  s = s * a + 0x1.2156fap0f;
  s = s * a - 0x1.4fb068p-12f;
  return size < 1 ? x * near : with_sign_of(1 - exp(-s), x);
}

VECTORS_1(float, log)
VECTORS_1(float, log2)
VECTORS_1(float, log10)
VECTORS_1(float, erf)
VECTORS_2(float, float, pow)
