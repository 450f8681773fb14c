// SPDX-License-Identifier: Apache-2.0
// Logarithms of double without branches, computed as in logarithms.cl. docs/accuracy.md has their errors.
#include "wide_elementary.h"

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

PURE double log(double x) { return log_or_special(x, log_of(wide_split(x))); }

PURE double log2(double x) {
  const WideSplit s = wide_split(x);
  return log_or_special(x, s.exponent + log_of_rest(s.f) * 0x1.71547652b82fep0);
}

PURE double log10(double x) {
  const WideSplit s = wide_split(x);
  const double size = log_of_rest(s.f) * 0x1.bcb7b1526e50ep-2 + s.exponent * 0x1.e7fbcc47c4acdp-40;
  return log_or_special(x, s.exponent * 0x1.34413509fp-2 + size);
}

// Adds to f what the sum 1 + x has lost. The sign of x is kept for x = -0.
PURE double log1p(double x) {
  const double sum = 1 + x, lost = x - (sum - 1);
  const long bits = as_long(sum), high = wide_high(bits);
  const ulong below = as_ulong(1.0) - (ulong)high;
  const double scale = (long)below > 0 ? as_double(below) : 0;
  const WideSplit s = {as_double(bits - high) - 1 + lost * scale, wide_exponent(high)};
  const double result = log_or_special(sum, log_of(s));
  return as_double(as_ulong(result) | (as_ulong(x) & 0x8000000000000000ul));
}

VECTORS_1(double, log)
VECTORS_1(double, log2)
VECTORS_1(double, log10)
VECTORS_1(double, log1p)
