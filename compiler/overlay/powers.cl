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

// Not for subnormal numbers where the processor flushes them: they count as 0.
static bool is_positive_and_finite(float x) { return (x > 0) & (x < INFINITY); }

// From 2^36 on, powers of numbers other than 1 are 0 or infinite.
static bool is_moderate(float y) { return magnitude(y) < 0x1p60f; }

// x^y for x from 0 to infinity: `power`, if x and y are such that it is right, else 1^y or the limit.
static float power_or_limit(float x, float y, float power) {
  const float limit = (y > 0) == (x > 1) ? INFINITY : 0;
  const float other = x == 1 ? 1 : limit;
  return (is_positive_and_finite(x) & is_moderate(y)) ? power : other;
}

static float negated_if(bool condition, float x) {
  return as_float(as_uint(x) ^ (condition ? 0x80000000u : 0));
}

SHORT_PRODUCT(float)

static float special_pow(float x, float y, float power) {
  const float steps = magnitude(y), sum = steps + 0x1p23f;
  const bool is_integer = (steps >= 0x1p23f) | (sum - 0x1p23f == steps);
  const uint units = steps < 0x1p23f ? as_uint(sum) : steps < 0x1p24f ? as_uint(steps) : 0;
  const float result = power_or_limit(magnitude(x), y, power);
  const float with_sign = negated_if((as_int(x) < 0) & is_integer & ((units & 1) != 0), result);
  const float defined = ((x < 0) & (x > -INFINITY) & !is_integer) ? NAN : with_sign;
  const float with_exponent = ((y == y) | (x == 1)) ? 1 : x + y;
  const float known = ((y == y) & (y != 0)) ? defined : with_exponent;
  return ((x != x) & (y != 0)) ? x + y : known;
}

static float pow_of(float x, float y, bool branches) {
  if (IS_SHORT_PRODUCT(y)) return short_product(x, (int)y);
  if (__builtin_constant_p(y) && y == 0.5f) return x == -INFINITY ? INFINITY : sqrt(x) + 0.0f;
  const float result = power(magnitude(x), y, 0);
  if (branches && __builtin_expect(is_positive_and_finite(x) && is_moderate(y), true)) return result;
  return special_pow(x, y, result);
}
PURE float pow(float x, float y) { return pow_of(x, y, true); }
static float flat_pow(float x, float y) { return pow_of(x, y, false); }

// Neither 0^0 nor infinity^0 nor 1^infinity has a value.
static float special_powr(float x, float y, float power) {
  const bool is_end = (x == 0) | (x == INFINITY);
  const bool has_value = (x >= 0) & (y == y) & !(is_end & (y == 0)) & !((x == 1) & (magnitude(y) == INFINITY));
  const float value = power_or_limit(x, y, power);
  return has_value ? value : NAN;
}

static float powr_of(float x, float y, bool branches) {
  if (IS_SHORT_PRODUCT(y)) return x >= 0 ? short_product(magnitude(x), (int)y) : NAN;
  if (__builtin_constant_p(y) && y == 0.5f) return sqrt(x) + 0.0f;
  const float result = power(magnitude(x), y, 0);
  if (branches && __builtin_expect(is_positive_and_finite(x) && is_moderate(y), true)) return result;
  return special_powr(x, y, result);
}
PURE float powr(float x, float y) { return powr_of(x, y, true); }
static float flat_powr(float x, float y) { return powr_of(x, y, false); }

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
