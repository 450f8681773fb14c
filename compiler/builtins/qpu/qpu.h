// SPDX-License-Identifier: Apache-2.0
#pragma once

// Shared by the definitions for QPUs, whose floats truncate, have no numbers below 2^-126, and know infinity
// and NaN as patterns of bits only. docs/qpu-accuracy.md has their errors.
#include "builtins.h"

// The special function unit (compiler/qpu/select/select_maths.cpp): nothing is known of its results but that
// the first 11 bits are right. log2 is exact to 2^-11 only where the result is near 0.
float quadcl_sfu_reciprocal(float x) __attribute__((const));
float quadcl_sfu_rsqrt(float x) __attribute__((const));
float quadcl_sfu_exp2(float x) __attribute__((const));
float quadcl_sfu_log2(float x) __attribute__((const));
// Towards zero; 0 for numbers that are no integers of 32 bits.
int quadcl_to_integer(float x) __attribute__((const));

// A byte of the word, divided by 255 and truncated; the byte is a constant.
float quadcl_byte_fraction(uint word, int byte) __attribute__((const));

// Whether the program allows errors for speed.
int quadcl_relaxes(void) __attribute__((const));

// Adding it to a float between -2^22 and 2^22 truncates to the integer below, since the sum is positive. The
// sum's bits contain that integer.
#define MAGIC 0x1.8p23f

// Arithmetic takes what is smaller as 0; comparisons do not.
#define SMALLEST 0x1p-126f

static inline float smaller(float x, float y) { return __builtin_fminf(x, y); }
static inline float larger(float x, float y) { return __builtin_fmaxf(x, y); }

// The special function's estimate of 1 / x times `one`, improved by a step of third order. No intermediate
// result is smaller than the last.
static inline float improved_reciprocal(float x, float one) {
  const float y = quadcl_sfu_reciprocal(x), error = 1 - x * y;
  return y * (one + (error + error * error));
}

// With an error of about 2 ulp.
static inline float reciprocal(float x) { return improved_reciprocal(x, 1); }

// x / y, for y below 2^126, with an error of about 2 ulp. An inverse that is a little too large has an error
// that is added to 1 with one bit more.
static inline float ratio(float x, float y) {
  const float inverse = improved_reciprocal(y, 0x1.000002p0f);
  return x * inverse * (1 + (1 - y * inverse));
}

static inline int exponent_of(float x) { return (int)(as_uint(x) >> 23 & 0xff); }

// The first bits of x, so that products of two such numbers are exact.
static inline float first_bits(float x) { return as_float(as_uint(x) & 0xfffff000u); }
