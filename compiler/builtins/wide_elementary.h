// SPDX-License-Identifier: Apache-2.0
#pragma once

// Parts of the elementary functions of double, as elementary.h has those of float.
#include "builtins.h"

#pragma OPENCL EXTENSION cl_khr_fp64 : enable

// Adding WIDE_MAGIC rounds a number from -2046 to 2049 to an integer n. The low 12 bits of the sum are n +
// 2046.
#define WIDE_MAGIC (0x1.8p52 + 2046)

static inline double wide_magnitude(double x) { return as_double(as_ulong(x) & 0x7ffffffffffffffful); }
static inline double wide_with_sign_of(double x, double sign) {
  return as_double(as_ulong(x) ^ (as_ulong(sign) & 0x8000000000000000ul));
}

// size * 2^n, where `sum` is n + WIDE_MAGIC and size is from 0 to 2, computed as by `scaled`.
static inline double wide_scaled(double size, double sum) {
  const ulong bits = as_ulong(sum), half_way = bits << 51 & 0x7ff0000000000000ul;
  const double offset = sum < WIDE_MAGIC - 1022 ? 0x1p-1022 : 0;
  const double result = size * as_double(half_way) * as_double((bits << 52) - half_way) + offset;
  return as_double(as_ulong(result) - as_ulong(offset));
}

// NaN stays NaN.
static inline double wide_limited(double x, double low, double high) {
  const double raised = x < low ? low : x;
  return raised > high ? high : raised;
}

// (e^r - 1 - r) / r^2, for |r| < 0.347.
static inline double wide_exp_rest(double r) {
  return polynomial(r, 0x1.ad901f1640da5p-26, 0x1.28ae1bd8fac9ap-22, 0x1.71df1b00a32cp-19,
                    0x1.a0199941cbcabp-16, 0x1.a01a012ede077p-13, 0x1.6c16c1847fa3fp-10, 0x1.1111111126ec7p-7,
                    0x1.55555555506a3p-5, 0x1.55555555554fdp-3, 0x1.000000000000ap-1);
}

// e^r, for |r| < 0.347.
static inline double wide_exp_of_rest(double r) { return (wide_exp_rest(r) * r + 1) * r + 1; }

// 2^r, for |r| <= 0.5.
static inline double wide_exp2_of_rest(double r) {
  return polynomial(r, 0x1.e9731780488cp-32, 0x1.e61d4332035bap-28, 0x1.b52522bc20bcdp-24,
                    0x1.62bfc6596be6ap-20, 0x1.ffcbfc6685ee5p-17, 0x1.4309130f6cbdbp-13,
                    0x1.5d87fe789e96fp-10, 0x1.3b2ab6fb9fda6p-7, 0x1.c6b08d704a12cp-5, 0x1.ebfbdff82c5a6p-3,
                    0x1.62e42fefa39efp-1, 1.0);
}

typedef struct {
  double sum;   // x / ln 2 rounded to n, plus `magic`
  double rest;  // x - n ln 2
} WideReduced;

// n * 0x1.62e42fefap-1 is exact.
static inline WideReduced wide_reduced(double x, double magic) {
  const double sum = x * 0x1.71547652b82fep0 + magic, n = sum - magic;
  const double high = x - n * 0x1.62e42fefap-1;
  return (WideReduced){sum, high - n * 0x1.cf79abc9e3b3ap-40};
}

// A positive number is (1 + f) 2^n, with 1 + f from sqrt(1/2) to sqrt(2).
typedef struct {
  double f, exponent;
} WideSplit;

// The exponent, from bits that are 0 below it. Conversions of 32 bits are fast on all processors.
static inline double wide_exponent(long high) { return (double)(int)(high >> 32) * 0x1p-20; }

static inline long wide_high(long bits) {
  return (bits - as_long(0x1.6a09e667f3bcdp-1)) & (long)0xfff0000000000000;
}

static inline WideSplit wide_split_normal(double x) {
  const long bits = as_long(x), high = wide_high(bits);
  return (WideSplit){as_double(bits - high) - 1, wide_exponent(high)};
}

static inline WideSplit wide_split(double x) {
  const bool is_small = x < 0x1p-1022;
  WideSplit s = wide_split_normal(is_small ? x * 0x1p54 : x);
  s.exponent -= is_small ? 54 : 0;
  return s;
}
