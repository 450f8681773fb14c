// SPDX-License-Identifier: Apache-2.0
#pragma once

// Parts of exponentials and logarithms, and both of numbers that are the sum of two floats.
#include "qpu.h"

// A positive number is 2^exponent * (1 + f), with f from sqrt(1/2) - 1 to sqrt(2) - 1.
typedef struct {
  float exponent, f;
} Split;

static inline Split split(float x) {
  const int distance = as_int(x) - as_int(0x1.6a09e6p-1f), exponent = distance >> 23;
  return (Split){(float)exponent, as_float(as_int(x) - (exponent << 23)) - 1};
}

// log(1 + f) / f
static inline float log_over(float f) {
  const float q = f * f;
  const float first = 0x1.555718p-2f - 0x1.000380p-2f * f, second = 0x1.98d824p-3f - 0x1.5382a6p-3f * f;
  const float third = 0x1.317360p-3f - 0x1.242ed4p-3f * f, last = 0x1.64546ep-4f;
  return 1 + (q * (first + q * (second + q * (third + q * last))) - f * 0.5f);
}

// e^rest, for rest from 0 to ln 2.
static inline float exp_of_rest(float r) {
  const float q = r * r, upper = (0x1.56de7ap-5f + 0x1.01dc40p-7f * r) + 0x1.f52c80p-10f * q;
  return 1 + (r + q * ((0x1.00004cp-1f + 0x1.5543b6p-3f * r) + q * upper));
}

typedef struct {
  float high, low;
} Pair;

// 2 / ln 2, and the first of two parts of it.
#define FACTOR 0x1.715476p1f
#define FIRST_OF_FACTOR 0x1.714000p1f
#define REST_OF_FACTOR 0x1.47652cp-11f

// With s = f / (2 + f), log2(1 + f) is 2 / ln 2 (s + s^3 sum(s^2)). The first part of s has 12 bits, so that
// its products are exact.
static inline Pair log2_in_two(float x) {
  const Split parts = split(x);
  const float f = parts.f, exponent = parts.exponent;
  const float whole = f + 2, estimate = quadcl_sfu_reciprocal(whole);
  const float y = estimate + estimate * (1 - whole * estimate);
  const float s0 = first_bits(f * y), f0 = first_bits(f);
  const float s1 = (((f - 2 * s0) - s0 * f0) - s0 * (f - f0)) * y, s = s0 + s1, q = s * s;
  const float sum = polynomial(q, 0x1.b4ee4cp-2f, 0x1.2761dep-1f, 0x1.ec70a6p-1f);
  const float product = s0 * FIRST_OF_FACTOR, high = exponent + product;
  const float low = s * q * sum + (s1 * FACTOR + s0 * REST_OF_FACTOR);
  return (Pair){high, low + (product - (high - exponent))};
}

// 2^(high + low)
static inline float exp2_of_two(float high, float low) {
  const float sum = larger(smaller(high + low, 128), -127) + (MAGIC + 127), exponent = sum - (MAGIC + 127);
  const float r = smaller((high - exponent) + low, 1), q = r * r;
  const float upper = (0x1.3cfd82p-7f + 0x1.472f38p-10f * r) + 0x1.c45d80p-13f * q;
  const float middle = 0x1.ebfd3ap-3f + 0x1.c68b76p-5f * r;
  return (1 + r * (0x1.62e42cp-1f + r * (middle + q * upper))) * as_float(as_uint(sum) << 23);
}
