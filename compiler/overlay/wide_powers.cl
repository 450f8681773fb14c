// SPDX-License-Identifier: Apache-2.0
// Powers of double without branches: 2^(y log2 x), where the logarithm has about 64 bits. Products that must
// be exact have factors of 26 bits, so no target needs a function for fma. docs/accuracy.md has the errors.
#include "wide_elementary.h"

typedef struct {
  double high;  // has 26 bits
  double low;
} Pair;

static double first_bits(double x) { return as_double(as_ulong(x) & 0xfffffffff8000000ul); }

// With s = f / (2 + f), ln(1 + f) is 2/3 s (3 + s^2 + s^4 sum).
static Pair log2_of(double x) {
  const WideSplit split = wide_split(x);
  const double f = split.f, whole = 2 + f, inverse = 1 / whole, s = f * inverse;
  const double s_high = first_bits(s), whole_high = first_bits(whole), whole_low = f - (whole_high - 2);
  const double s_low = inverse * ((f - s_high * whole_high) - s_high * whole_low);
  const double q = s * s, square = s_high * s_high;
  const double sum = polynomial(q, 0x1.8cb9c2d55e5adp-3, 0x1.98248ce896499p-3, 0x1.d8a519c79bcdep-3,
                                0x1.1745c76a9af06p-2, 0x1.5555556202acp-2, 0x1.b6db6db6d56a2p-2,
                                0x1.3333333333337p-1);
  const double rest = q * q * sum + s_low * (s_high + s);
  const double factor_high = first_bits(3 + square + rest), factor_low = rest - ((factor_high - 3) - square);
  const double product = s_high * factor_high, product_low = s_low * factor_high + factor_low * s;
  const double high = first_bits(product + product_low), low = product_low - (high - product);
  const double log_high = 0x1.ec709d8p-1 * high;  // times 2 / (3 ln 2)
  const double log_low = low * 0x1.ec709dc3a03fdp-1 + high * 0x1.0e80ff5d27f05p-27;
  const double result = first_bits((log_high + log_low) + split.exponent);
  return (Pair){result, log_low - ((result - split.exponent) - log_high)};
}

static double exp2_of(double high, double low) {
  const double sum = wide_limited(high + low, -1200, 1200) + WIDE_MAGIC;
  const double rest = (high - (sum - WIDE_MAGIC)) + low;
  return wide_scaled(wide_exp2_of_rest(wide_limited(rest, -1, 1)), as_ulong(sum));
}

// For positive, finite x. From |y| = 2^65 on, powers of numbers other than 1 are 0 or infinite.
static double power_of(double x, double y) {
  const double exponent = wide_limited(y, -0x1p66, 0x1p66), y_high = first_bits(exponent);
  const Pair logarithm = log2_of(x);
  return exp2_of(y_high * logarithm.high, (exponent - y_high) * logarithm.high + exponent * logarithm.low);
}

static double any_power(double size, double y) {
  const double usual = size == 1 ? 1 : power_of(size, y), limit = (y > 0) == (size > 1) ? INFINITY : 0;
  const double power = size == 0 || size == INFINITY ? limit : usual;
  return y == 0 ? 1 : power;
}

static double negated_if(bool condition, double x) {
  return as_double(as_ulong(x) ^ (condition ? 0x8000000000000000ul : 0));
}

PURE double sqrt(double x);

SHORT_PRODUCT(double)

PURE double pow(double x, double y) {
  if (IS_SHORT_PRODUCT(y)) return short_product(x, (int)y);
  if (__builtin_constant_p(y) && y == 0.5) return x == -INFINITY ? INFINITY : sqrt(x) + 0.0;
  const double size = wide_magnitude(x), steps = wide_magnitude(y), sum = steps + 0x1p52;
  const bool is_integer = steps >= 0x1p52 || sum - 0x1p52 == steps;
  const ulong units = steps < 0x1p52 ? as_ulong(sum) : steps < 0x1p53 ? as_ulong(steps) : 0;
  const double result = any_power(size, y);
  const double with_sign = negated_if(as_long(x) < 0 && is_integer && (units & 1) != 0, result);
  const double defined = x < 0 && size < INFINITY && !is_integer ? NAN : with_sign;
  const double known = x != x || y != y ? x + y : defined;
  return x == 1 || y == 0 ? 1 : known;
}

PURE double pown(double x, int n) {
  if (IS_SHORT_PRODUCT(n)) return short_product(x, n);
  const double power = any_power(wide_magnitude(x), n), known = x != x ? x : power;
  return n == 0 ? 1 : negated_if(as_long(x) < 0 && (n & 1) != 0, known);
}

// Neither 0^0 nor infinity^0 nor 1^infinity has a value.
PURE double powr(double x, double y) {
  if (IS_SHORT_PRODUCT(y)) return x >= 0 ? short_product(wide_magnitude(x), (int)y) : NAN;
  if (__builtin_constant_p(y) && y == 0.5) return sqrt(x) + 0.0;
  const bool is_end = x == 0 || x == INFINITY;
  const bool has_value =
      x >= 0 && y == y && !(is_end && y == 0) && !(x == 1 && wide_magnitude(y) == INFINITY);
  return has_value ? any_power(wide_magnitude(x), y) : NAN;
}

VECTORS_2(double, double, pow)
VECTORS_2(double, int, pown)
VECTORS_2(double, double, powr)
