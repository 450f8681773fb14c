// SPDX-License-Identifier: Apache-2.0
// Powers of float: 2^(y log2 x). The logarithm has 28 bits and more: in two floats where the processor
// multiplies and adds with one rounding, else in a double. docs/accuracy.md has the errors; powers near the largest and
// smallest numbers, of numbers near sqrt(2), have up to 8 ulp (16 are allowed).
#include "elementary.h"

#pragma OPENCL EXTENSION cl_khr_fp64 : enable

PURE float sqrt(float x);
PURE float log2(float x);
PURE float exp2(float x);

#define IS_ZERO(x) (__builtin_constant_p(x) && (x) == 0)

// ---- with one rounding for products and sums

typedef struct {
  float high, low;
} Pair;

// For positive, finite x. With s = f / (2 + f), log2(1 + f) is 2 / ln 2 (s + s^3 sum(s^2)). Both 2 + f
// and s are rounded, so both have a second part: 1 / (2 + f) is (1 - s) / 2.
static Pair log2_in_two(float x) {
  const Split split_x = split(x);
  const float f = split_x.f, whole = 2 + f, whole_low = f - (whole - 2), s = f / whole, q = s * s;
  const float missing = __builtin_fmaf(-s, whole_low, __builtin_fmaf(-s, whole, f));
  const float of_cube = q * polynomial(q, 0x1.f13d2ap-4f, 0x1.23d3dcp-3f, 0x1.999c26p-3f, 0x1.555554p-2f);
  const float exponent = split_x.exponent * 0x1p-23f, sum = __builtin_fmaf(s, 0x1.715476p1f, exponent);
  const float product = sum - exponent, rounding = __builtin_fmaf(s, 0x1.715476p1f, -product);
  const float low = __builtin_fmaf(product, of_cube, __builtin_fmaf(s, 0x1.4ae0cp-25f, rounding));
  return (Pair){sum, __builtin_fmaf(missing, 0x1.715476p0f - 0x1.715476p0f * s, low)};
}

// 2^((y + y_low) log2 x), for positive, finite x and y below 2^60. The limits are for results
// beyond the numbers.
static float power_in_two(float x, float y, float y_low) {
  const Pair logarithm = log2_in_two(x);
  const float product = y * logarithm.high, rounding = __builtin_fmaf(y, logarithm.high, -product);
  const float usual_low = __builtin_fmaf(y, logarithm.low, rounding);
  const float low = IS_ZERO(y_low) ? usual_low : __builtin_fmaf(y_low, logarithm.high, usual_low);
  const float sum = limited(product + low, -170, 170) + MAGIC, rest = (product - (sum - MAGIC)) + low;
  return scaled(exp2_of_rest(limited(rest, -1, 1)), sum);
}

// ---- by way of double

// For positive, finite x. The terms from f^5 on are so small that float suffices.
static double log2_of(float x) {
  const Split s = split(x);
  const float rest = polynomial(s.f, 0x1.8d7396p-4f, -0x1.5a3e0cp-3f, 0x1.605f6p-3f, -0x1.6e67aap-3f,
                                0x1.a3edd6p-3f, -0x1.ec7a12p-3f, 0x1.278084p-2f);
  const double f = s.f, n = s.exponent * 0x1p-23f;
  const double sum = polynomial(f, (double)rest, -0x1.7154906eceaebp-2, 0x1.ec707f0b42f95p-2,
                                -0x1.715476299f5d9p-1, 0x1.71547656a185fp0);
  return n + f * sum;
}

static float exp2_of(double x) {
  const double raised = x < -170 ? -170 : x, limited = raised > 170 ? 170 : raised;
  const double whole = (limited + 0x1.8p52) - 0x1.8p52;
  return scaled(exp2_of_rest((float)(limited - whole)), (float)whole + MAGIC);
}

// ---- both

// 2^((y + y_low) log2 x), for positive, finite x and y below 2^60.
static float power(float x, float y, float y_low) {
  if (quadcl_fuses()) return power_in_two(x, y, y_low);
  const double exponent = IS_ZERO(y_low) ? (double)y : (double)y + y_low;
  return exp2_of(exponent * log2_of(x));
}

#define REAL float
#define UNSIGNED uint
#define SIGN_BIT 0x80000000u
#define AS_REAL as_float
#define AS_SIGNED as_int
#define AS_UNSIGNED as_uint
#define MAGNITUDE magnitude
#define POWER(x, y) power(x, y, 0)
#define LEAST_WHOLE 0x1p23f
#define LEAST_LARGE 0x1p60f
#include "powers.inc"

PURE float pown(float x, int n) {
  if (IS_SHORT_PRODUCT(n)) return short_product(x, n);
  const float high = (float)n, low = (float)(n & 0xff) + ((float)(n & ~0xff) - high);
  const float result = power(magnitude(x), high, low);
  if (__builtin_expect(is_positive_and_finite(x), true)) return result;
  const float known = x != x ? x : power_or_limit(magnitude(x), high, result);
  return n == 0 ? 1 : negated_if((as_int(x) & (n << 31)) < 0, known);
}

static float special_rootn(float x, int n, float power) {
  const bool is_odd = (n & 1) != 0;
  const float size = power_or_limit(magnitude(x), (float)n, power);
  const float known = (x < 0 && !is_odd) || n == 0 ? NAN : negated_if(as_int(x) < 0 && is_odd, size);
  return x != x ? x : known;
}

// 1 / n in two parts.
PURE float rootn(float x, int n) {
  const float high = 1.0f / (float)n, low = high * (float)(1 - (double)high * n);
  const float result = power(magnitude(x), high, low);
  if (__builtin_expect(is_positive_and_finite(x) && n != 0, true)) return result;
  return special_rootn(x, n, result);
}

PURE float half_powr(float x, float y) { return exp2(y * log2(x)); }

VECTORS_2_WITH_FLAT(float, pow, flat_pow)
VECTORS_2_WITH_FLAT(float, powr, flat_powr)
VECTORS_2(float, int, pown)
VECTORS_2(float, int, rootn)
VECTORS_2(float, float, half_powr)
