// SPDX-License-Identifier: Apache-2.0
// Logarithms and inverse hyperbolic functions of float without branches. docs/accuracy.md has their errors.
#include "elementary.h"

PURE float sqrt(float x);

// (ln(1 + f) - f) / f^2.
static float log_rest(float f) {
  return polynomial(f, 0x1.645d84p-4f, -0x1.242fa2p-3f, 0x1.317302p-3f, -0x1.5382a8p-3f, 0x1.98d824p-3f,
                    -0x1.00038p-2f, 0x1.5556d8p-2f, -0.5f);
}

static float log_or_special(float x, float result) {
  const float positive = x < INFINITY ? result : x, others = x == 0 ? -INFINITY : NAN;
  return x > 0 ? positive : others;
}

// n * 0x1.63p-1 and n * 0x1.344p-2 are exact.
static float log_of(Split s) {
  return s.exponent * 0x1.63p-24f + (s.f + (s.f * s.f * log_rest(s.f) - s.exponent * 0x1.bd0106p-36f));
}

static float log2_of(Split s) {
  const float size = s.f + s.f * s.f * log_rest(s.f);
  return s.exponent * 0x1p-23f + size * 0x1.715476p0f;
}

static float log10_of(Split s) {
  const float size = s.f + s.f * s.f * log_rest(s.f);
  return s.exponent * 0x1.344p-25f + (size * 0x1.bcb7b2p-2f + s.exponent * 0x1.3509f8p-41f);
}

#define LOGARITHM(name)                                                          \
  PURE float name(float x) { return log_or_special(x, name##_of(split(x))); }    \
  PURE float half_##name(float x) { return name(x); }                            \
  PURE float native_##name(float x) { return name(x); }                          \
  VECTORS_1(float, name)                                                         \
  VECTORS_1(float, half_##name)                                                  \
  VECTORS_1(float, native_##name)
LOGARITHM(log)
LOGARITHM(log2)
LOGARITHM(log10)

// A sum from which `lost` was lost.
static Split split_sum(float sum, float lost) {
  const int bits = as_int(sum), high = (bits - as_int(0x1.6a09e6p-1f)) & (int)0xff800000;
  const int below = as_int(1.0f) - high;
  const float scale = as_float(below > 0 ? below : 0);
  return (Split){as_float(bits - high) - 1 + lost * scale, (float)high};
}

// ln(1 + x), or ln 2x for large x.
static float log_of_sum(float x, bool is_large) {
  const float sum = is_large ? x : 1 + x;
  Split s = split_sum(sum, is_large ? 0 : x - (sum - 1));
  s.exponent += is_large ? 0x1p23f : 0;
  return log_or_special(sum, log_of(s));
}

// The sign of x is kept for x = -0.
PURE float log1p(float x) { return as_float(as_uint(log_of_sum(x, false)) | (as_uint(x) & 0x80000000u)); }

// ---- inverse hyperbolic functions

PURE float asinh(float x) {
  const float size = magnitude(x), square = size * size, usual = size + square / (1 + sqrt(square + 1));
  const bool is_large = size >= 0x1p12f;
  return with_sign_of(log_of_sum(is_large ? size : usual, is_large), x);
}

PURE float acosh(float x) {
  const float above = x - 1, usual = above + sqrt(above * (above + 2));
  const bool is_large = x >= 0x1p12f;
  return x >= 1 ? log_of_sum(is_large ? x : usual, is_large) : NAN;
}

PURE float atanh(float x) {
  const float size = magnitude(x);
  return with_sign_of(0.5f * log_of_sum(2 * size / (1 - size), false), x);
}

VECTORS_1(float, log1p)
VECTORS_1(float, asinh)
VECTORS_1(float, acosh)
VECTORS_1(float, atanh)
