// SPDX-License-Identifier: Apache-2.0
// Powers: 2^(y log2 x), with logarithms and products in two floats.
#include "series.h"

PURE float exp2(float x);
PURE float log2(float x);

#define IS_ZERO(x) (__builtin_constant_p(x) && (x) == 0)

// 2^((y + y_low) logarithm)
static float power_of(Pair logarithm, float y, float y_low) {
  const float y0 = first_bits(y), h0 = first_bits(logarithm.high), h1 = (logarithm.high - h0) + logarithm.low;
  const float y1 = IS_ZERO(y_low) ? y - y0 : (y - y0) + y_low, whole = IS_ZERO(y_low) ? y : y + y_low;
  const float main = y0 * h0, rest = whole * h1 + y1 * h0;
  return exp2_of_two(main, rest);
}

// For x from 0 on. The logarithm of 0 times a power is large, but for a power by 0.
static float power(float x, float y, float y_low) {
  if (quadcl_relaxes()) return exp2((y + y_low) * log2(x));
  Pair logarithm = log2_in_two(x);
  logarithm.high = x >= SMALLEST ? logarithm.high : -0x1p100f;
  return power_of(logarithm, x >= SMALLEST ? y : y * 0x1p100f, y_low);
}

// Powers by a constant of the program, as it is known after inlining: products of few factors. Each product
// truncates.
#define IS_SHORT_PRODUCT(n) (__builtin_constant_p(n) && (n) >= -12 && (n) <= 16 && (int)(n) == (n))

static float short_product(float x, int n) {
  const int count = n < 0 ? -n : n;
  const float x2 = x * x, x4 = x2 * x2, x8 = x4 * x4;
  float product = count & 1 ? x : 1;
  product = count & 2 ? product * x2 : product;
  product = count & 4 ? product * x4 : product;
  product = count & 8 ? product * x8 : product;
  product = count & 16 ? x8 * x8 : product;
  return n < 0 ? reciprocal(product) : product;
}

// An odd power of a negative number is negative.
static float with_odd_sign_of(float size, float x, int n) {
  return as_float(as_uint(size) ^ (as_uint(x) & (uint)n << 31));
}

PURE float powr(float x, float y) {
  if (IS_SHORT_PRODUCT(y)) return short_product(x, (int)y);
  return power(x, y, 0);
}

// From 2^23 on, y is whole, and from 2^24 on, even.
PURE float pow(float x, float y) {
  if (IS_SHORT_PRODUCT(y)) return short_product(x, (int)y);
  const float size = power(magnitude(x), y, 0);
  const int n = quadcl_to_integer(y);
  const bool is_whole = (float)n == y | magnitude(y) >= 0x1p24f;
  return x < 0 & !is_whole ? as_float(0x7fc00000u) : with_odd_sign_of(size, x, n);
}

// Integers of more than 24 bits have two parts.
PURE float pown(float x, int n) {
  if (IS_SHORT_PRODUCT(n)) return short_product(x, n);
  const float y = (float)n, y_low = (float)(n - (int)y);
  return with_odd_sign_of(power(magnitude(x), y, y_low), x, n);
}

PURE float rootn(float x, int n) {
  const float whole = (float)n, n0 = first_bits(whole), inverse = reciprocal(whole), y = first_bits(inverse);
  const float y_low = ((1 - y * n0) - y * (whole - n0)) * inverse;
  return with_odd_sign_of(power(magnitude(x), y, y_low), x, n);
}

PURE float native_powr(float x, float y) { return quadcl_sfu_exp2(y * quadcl_sfu_log2(x)); }
PURE float half_powr(float x, float y) { return power(x, y, 0); }

VECTORS_2(float, float, pow)
VECTORS_2(float, float, powr)
VECTORS_2(float, float, half_powr)
VECTORS_2(float, float, native_powr)
VECTORS_2(float, int, pown)
VECTORS_2(float, int, rootn)
