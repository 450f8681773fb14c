// SPDX-License-Identifier: Apache-2.0
// Logarithms and inverse hyperbolic functions of double, computed as in logarithms.cl. docs/accuracy.md has their errors.
#include "wide_elementary.h"

PURE double sqrt(double x);

// ln(1 + f) - f + f^2 / 2, by s = f / (2 + f): ln(1 + f) is 2 s + s rest(s^2).
static double log_rest(double f, double half_square) {
  const double s = f / (2 + f), q = s * s;
  const double sum = polynomial(q, 0x1.2f0252f2ed7a5p-3, 0x1.39a20baccf9fep-3, 0x1.74663ba13daecp-3,
                                0x1.c71c521a2b65p-3, 0x1.24924941db2b8p-2, 0x1.999999997ff65p-2);
  return s * (half_square + q * (sum * q + 0x1.5555555555592p-1));
}

static double log_or_special(double x, double result) {
  const double positive = x < INFINITY ? result : x, others = x == 0 ? -INFINITY : NAN;
  return x > 0 ? positive : others;
}

// n * 0x1.62e42fefap-1 and n * 0x1.34413509fp-2 are exact.
static double log_of(WideSplit s) {
  const double half_square = 0.5 * s.f * s.f,
               rest = log_rest(s.f, half_square) + s.exponent * 0x1.cf79abc9e3b3ap-40;
  return s.exponent * 0x1.62e42fefap-1 + (s.f - (half_square - rest));
}

static double log_of_rest(double f) {
  const double half_square = 0.5 * f * f;
  return f - (half_square - log_rest(f, half_square));
}

static double log2_of(WideSplit s) { return s.exponent + log_of_rest(s.f) * 0x1.71547652b82fep0; }

static double log10_of(WideSplit s) {
  const double size = log_of_rest(s.f) * 0x1.bcb7b1526e50ep-2 + s.exponent * 0x1.e7fbcc47c4acdp-40;
  return s.exponent * 0x1.34413509fp-2 + size;
}

#define LOGARITHM(name)                                                             \
  PURE double name(double x) { return log_or_special(x, name##_of(wide_split(x))); } \
  VECTORS_1(double, name)
LOGARITHM(log)
LOGARITHM(log2)
LOGARITHM(log10)

// A sum from which `lost` was lost.
static WideSplit split_sum(double sum, double lost) {
  const long bits = as_long(sum), high = wide_high(bits);
  const ulong below = as_ulong(1.0) - (ulong)high;
  const double scale = (long)below > 0 ? as_double(below) : 0;
  return (WideSplit){as_double(bits - high) - 1 + lost * scale, wide_exponent(high)};
}

// ln(1 + x), or ln 2x for large x.
static double log_of_sum(double x, bool is_large) {
  const double sum = is_large ? x : 1 + x;
  WideSplit s = split_sum(sum, is_large ? 0 : x - (sum - 1));
  s.exponent += is_large ? 1 : 0;
  return log_or_special(sum, log_of(s));
}

// The sign of x is kept for x = -0.
PURE double log1p(double x) { return as_double(as_ulong(log_of_sum(x, false)) | (as_ulong(x) & 0x8000000000000000ul)); }

// ---- inverse hyperbolic functions

PURE double asinh(double x) {
  const double size = wide_magnitude(x), square = size * size, usual = size + square / (1 + sqrt(square + 1));
  const bool is_large = size >= 0x1p28;
  return wide_with_sign_of(log_of_sum(is_large ? size : usual, is_large), x);
}

PURE double acosh(double x) {
  const double above = x - 1, usual = above + sqrt(above * (above + 2));
  const bool is_large = x >= 0x1p28;
  return x >= 1 ? log_of_sum(is_large ? x : usual, is_large) : NAN;
}

PURE double atanh(double x) {
  const double size = wide_magnitude(x);
  return wide_with_sign_of(0.5 * log_of_sum(2 * size / (1 - size), false), x);
}

VECTORS_1(double, log1p)
VECTORS_1(double, asinh)
VECTORS_1(double, acosh)
VECTORS_1(double, atanh)
