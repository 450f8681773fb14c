// SPDX-License-Identifier: Apache-2.0
// Powers of double: 2^(y log2 x), where the logarithm has about 64 bits. Only rare arguments take a branch. docs/accuracy.md
// has the errors.
#include "wide_elementary.h"

typedef struct {
  double high, low;
} Pair;

// 3 / 2 times ln(1 + f) / s - 3 s - s^3, divided by s^5, for s = f / (2 + f).
static double log_rest(double q) {
  return polynomial(q, 0x1.8cb9c2d55e5adp-3, 0x1.98248ce896499p-3, 0x1.d8a519c79bcdep-3, 0x1.1745c76a9af06p-2,
                    0x1.5555556202acp-2, 0x1.b6db6db6d56a2p-2, 0x1.3333333333337p-1);
}

static double exp2_of(double high, double low) {
  const double sum = wide_limited(high + low, -1200, 1200) + WIDE_MAGIC;
  const double rest = (high - (sum - WIDE_MAGIC)) + low;
  return wide_scaled(wide_exp2_of_rest(wide_limited(rest, -1, 1)), sum);
}

// ---- for positive, finite x and y below 2^65, if the processor multiplies and adds with one rounding

// With s = f / (2 + f), ln(1 + f) is 2/3 s (3 + s^2 + s^4 rest).
static Pair log2_fused(double x) {
  const WideSplit split = wide_split(x);
  const double f = split.f, whole = 2 + f, whole_low = f - (whole - 2), inverse = 1 / whole, s = f * inverse;
  const double s_low = inverse * __builtin_fma(-s, whole_low, __builtin_fma(-s, whole, f));
  const double q = s * s, q_low = __builtin_fma(2 * s, s_low, __builtin_fma(s, s, -q));
  const double factor = 3 + q, factor_low = (q - (factor - 3)) + __builtin_fma(q * q, log_rest(q), q_low);
  const double product = s * factor;
  const double product_low = __builtin_fma(s, factor, -product) + __builtin_fma(s, factor_low, s_low * factor);
  const double sum = __builtin_fma(product, 0x1.ec709dc3a03fdp-1, split.exponent), part = sum - split.exponent;
  const double low = __builtin_fma(product, 0x1.d27f05548af0cp-55, product_low * 0x1.ec709dc3a03fdp-1);
  return (Pair){sum, __builtin_fma(product, 0x1.ec709dc3a03fdp-1, -part) + low};
}

static double power_fused(double x, double y) {
  const Pair logarithm = log2_fused(x);
  const double product = y * logarithm.high, rounding = __builtin_fma(y, logarithm.high, -product);
  return exp2_of(product, __builtin_fma(y, logarithm.low, rounding));
}

// ---- the same by products that are exact because their factors have 26 bits

static double first_bits(double x) { return as_double(as_ulong(x) & 0xfffffffff8000000ul); }

// The high part has 26 bits.
static Pair log2_split(double x) {
  const WideSplit split = wide_split(x);
  const double f = split.f, whole = 2 + f, inverse = 1 / whole, s = f * inverse;
  const double s_high = first_bits(s), whole_high = first_bits(whole), whole_low = f - (whole_high - 2);
  const double s_low = inverse * ((f - s_high * whole_high) - s_high * whole_low);
  const double q = s * s, square = s_high * s_high;
  const double rest = q * q * log_rest(q) + s_low * (s_high + s);
  const double factor_high = first_bits(3 + square + rest), factor_low = rest - ((factor_high - 3) - square);
  const double product = s_high * factor_high, product_low = s_low * factor_high + factor_low * s;
  const double high = first_bits(product + product_low), low = product_low - (high - product);
  const double log_high = 0x1.ec709d8p-1 * high;  // times 2 / (3 ln 2)
  const double log_low = low * 0x1.ec709dc3a03fdp-1 + high * 0x1.0e80ff5d27f05p-27;
  const double result = first_bits((log_high + log_low) + split.exponent);
  return (Pair){result, log_low - ((result - split.exponent) - log_high)};
}

static double power_split(double x, double y) {
  const double y_high = first_bits(y);
  const Pair logarithm = log2_split(x);
  return exp2_of(y_high * logarithm.high, (y - y_high) * logarithm.high + y * logarithm.low);
}

// ---- both

static double power(double x, double y) { return quadcl_fuses() ? power_fused(x, y) : power_split(x, y); }

PURE double sqrt(double x);

#define REAL double
#define UNSIGNED ulong
#define SIGN_BIT 0x8000000000000000ul
#define AS_REAL as_double
#define AS_SIGNED as_long
#define AS_UNSIGNED as_ulong
#define MAGNITUDE wide_magnitude
#define POWER(x, y) power(x, y)
#define LEAST_WHOLE 0x1p52
#define LEAST_LARGE 0x1p65
#include "powers.inc"

PURE double pown(double x, int n) {
  if (IS_SHORT_PRODUCT(n)) return short_product(x, n);
  const double result = power(wide_magnitude(x), n);
  if (__builtin_expect(is_positive_and_finite(x), true)) return result;
  const double known = x != x ? x : power_or_limit(wide_magnitude(x), n, result);
  return n == 0 ? 1 : negated_if(as_long(x) < 0 && (n & 1) != 0, known);
}

VECTORS_2_WITH_FLAT(double, pow, flat_pow)
VECTORS_2(double, int, pown)
VECTORS_2_WITH_FLAT(double, powr, flat_powr)
