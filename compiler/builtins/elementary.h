// SPDX-License-Identifier: Apache-2.0
#pragma once

// Parts of the elementary functions of float. The polynomials are minimax among those with coefficients of
// the type.
#include "builtins.h"

// Adding MAGIC rounds a float from -254 to 257 to an integer n. The low 9 bits of the sum are n + 254.
#define MAGIC (0x1.8p23f + 254)

// size * 2^n, where `sum` is n + MAGIC and size is from 0 to 2. Multiplies by two powers of two of about
// 2^(n / 2), so that results may be subnormal. Those are 2^-126 larger while they are computed, because many
// processors are slow where a product is subnormal. If size is NaN, the sum must be, too.
static inline float scaled(float size, float sum) {
  const uint bits = as_uint(sum), half_way = bits << 22 & 0x7f800000u;
  const float offset = sum < MAGIC - 126 ? 0x1p-126f : 0;
  const float result = size * as_float(half_way) * as_float((bits << 23) - half_way) + offset;
  return as_float(as_uint(result) - as_uint(offset));
}

// NaN stays NaN.
static inline float limited(float x, float low, float high) {
  const float raised = x < low ? low : x;
  return raised > high ? high : raised;
}

// (e^r - 1 - r) / r^2, for |r| < 0.347.
static inline float exp_rest(float r) {
  return polynomial(r, 0x1.694ac2p-10f, 0x1.12398ep-7f, 0x1.555a28p-5f, 0x1.555492p-3f, 0x1.fffffap-2f);
}

// e^r, for |r| < 0.347.
static inline float exp_of_rest(float r) { return (exp_rest(r) * r + 1) * r + 1; }

// 2^r, for |r| <= 0.5.
static inline float exp2_of_rest(float r) {
  return polynomial(r, 0x1.3fa206p-13f, 0x1.5f0b82p-10f, 0x1.3b30a0p-7f, 0x1.c6af76p-5f, 0x1.ebfbd8p-3f,
                    0x1.62e430p-1f, 1.0f);
}

typedef struct {
  float sum;   // x / ln 2 rounded to n, plus `magic`
  float rest;  // x - n ln 2
} Reduced;

// n * 0x1.62e4p-1 is exact.
static inline Reduced reduced(float x, float magic) {
  const float sum = x * 0x1.715476p0f + magic, n = sum - magic;
  const float high = x - n * 0x1.62e4p-1f;
  return (Reduced){sum, high - n * 0x1.7f7d1cp-20f};
}

// A positive number is (1 + f) 2^n, with 1 + f from sqrt(1/2) to sqrt(2).
typedef struct {
  float f;
  float exponent;  // n 2^23: the bits of the exponent, converted as an integer
} Split;

static inline Split split_normal(float x) {
  const int bits = as_int(x), high = (bits - as_int(0x1.6a09e6p-1f)) & (int)0xff800000;
  return (Split){as_float(bits - high) - 1, (float)high};
}

static inline Split split(float x) {
  const bool is_small = x < 0x1p-126f;
  Split s = split_normal(is_small ? x * 0x1p24f : x);
  s.exponent -= is_small ? 24 * 0x1p23f : 0;
  return s;
}
