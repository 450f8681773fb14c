// SPDX-License-Identifier: Apache-2.0
// Powers of float, by way of double: 2^(y log2 x). docs/accuracy.md has their errors.
#include "elementary.h"

#pragma OPENCL EXTENSION cl_khr_fp64 : enable

PURE float sqrt(float x);

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

// For 0 and infinity, too.
static double any_log2(float x, double infinite) {
  const double positive = x < INFINITY ? log2_of(x) : infinite;
  return x == 0 ? -infinite : positive;
}

static float exp2_of(double x) {
  const double raised = x < -170 ? -170 : x, limited = raised > 170 ? 170 : raised;
  const double sum = limited + (0x1.8p52 + 254);
  return scaled(exp2_of_rest((float)(limited - (sum - (0x1.8p52 + 254)))), (uint)as_ulong(sum));
}

static float negated_if(bool condition, float x) {
  return as_float(as_uint(x) ^ (condition ? 0x80000000u : 0));
}

SHORT_PRODUCT(float)

// Zero and infinity have finite logarithms, so that their power of 0 is 1.
PURE float pow(float x, float y) {
  if (IS_SHORT_PRODUCT(y)) return short_product(x, (int)y);
  if (__builtin_constant_p(y) && y == 0.5f) return x == -INFINITY ? INFINITY : sqrt(x) + 0.0f;
  const float size = magnitude(x), steps = magnitude(y), sum = steps + 0x1p23f;
  const bool is_integer = steps >= 0x1p23f || sum - 0x1p23f == steps;
  const uint units = steps < 0x1p23f ? as_uint(sum) : steps < 0x1p24f ? as_uint(steps) : 0;
  const double exponent = size == 1 ? 0 : y;
  const float result = exp2_of(exponent * any_log2(size, 0x1p900));
  const float with_sign = negated_if(as_int(x) < 0 && is_integer && (units & 1) != 0, result);
  const float defined = x < 0 && size < INFINITY && !is_integer ? NAN : with_sign;
  const float known = x != x || y != y ? x + y : defined;
  return x == 1 || y == 0 ? 1 : known;
}

PURE float powr(float x, float y) {
  if (IS_SHORT_PRODUCT(y)) return x >= 0 ? short_product(magnitude(x), (int)y) : NAN;
  if (__builtin_constant_p(y) && y == 0.5f) return sqrt(x) + 0.0f;
  const float result = exp2_of(y * any_log2(x, INFINITY));
  return x >= 0 ? result : NAN;
}

PURE float pown(float x, int n) {
  if (IS_SHORT_PRODUCT(n)) return short_product(x, n);
  const float result = exp2_of(n * any_log2(magnitude(x), 0x1p900));
  const float known = x != x ? x : result;
  return n == 0 ? 1 : negated_if((as_int(x) & (n << 31)) < 0, known);
}

// 1 / n gets its last bits by a step of Newton's method.
PURE float rootn(float x, int n) {
  const double estimate = 1.0f / (float)n, inverse = estimate * (2 - estimate * n);
  const float result = exp2_of(inverse * any_log2(magnitude(x), INFINITY));
  const bool is_odd = (n & 1) != 0;
  const float known = x < 0 && !is_odd ? NAN : negated_if(as_int(x) < 0 && is_odd, result);
  return x != x ? x : known;
}

VECTORS_2(float, float, pow)
VECTORS_2(float, float, powr)
VECTORS_2(float, int, pown)
VECTORS_2(float, int, rootn)
