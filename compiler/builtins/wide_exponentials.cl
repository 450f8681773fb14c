// SPDX-License-Identifier: Apache-2.0
// Exponential and hyperbolic functions of double without branches, computed as in exponentials.cl.
// docs/accuracy.md has their errors.
#include "wide_elementary.h"

PURE double exp(double x) {
  const WideReduced e = wide_reduced(wide_limited(x, -800, 800), WIDE_MAGIC);
  const double r = e.rest;
  return wide_scaled(wide_exp_of_rest(r), e.sum);
}

PURE double exp2(double x) {
  x = wide_limited(x, -1100, 1100);
  const double sum = x + WIDE_MAGIC;
  return wide_scaled(wide_exp2_of_rest(x - (sum - WIDE_MAGIC)), sum);
}

// n * 0x1.34413509fp-2 is exact.
PURE double exp10(double x) {
  x = wide_limited(x, -340, 320);
  const double sum = x * 0x1.a934f0979a371p1 + WIDE_MAGIC, n = sum - WIDE_MAGIC;
  const double high = x - n * 0x1.34413509fp-2, r = high - n * 0x1.e7fbcc47c4acdp-40;
  const double size = polynomial(r, 0x1.f73b5e74e53d8p-13, 0x1.2f7315760c984p-10, 0x1.4899f5cfd9f2cp-8,
                                 0x1.41165fa6161e3p-6, 0x1.16e4dee47c5e3p-4, 0x1.a7ed70a108e89p-3,
                                 0x1.1429ffd2216d5p-1, 0x1.2bd7609fd5312p0, 0x1.0470591de2b43p1,
                                 0x1.53524c73cea76p1, 0x1.26bb1bbb55516p1);
  return wide_scaled(size * r + 1, sum);
}

PURE double expm1(double x) {
  const WideReduced e = wide_reduced(wide_limited(x, -40, 710), 0x1.8p52 + 1022);
  const double r = e.rest, scale = as_double(as_ulong(e.sum) << 52), size = wide_exp_rest(r) * (r * r) + r;
  const double result = 2 * (size * scale + (scale - 0.5));
  return as_double(as_ulong(result) | (as_ulong(x) & 0x8000000000000000ul));  // for -0
}

typedef struct {
  double even, odd;
  double sum, difference;  // of 2^(n - 2) and 2^(-n - 2)
} Hyperbolic;

static Hyperbolic hyperbolic(double x) {
  const WideReduced e = wide_reduced(wide_limited(wide_magnitude(x), 0, 710.6), 0x1.8p52 + 1021);
  const double r = e.rest, q = r * r;
  const ulong bits = as_ulong(e.sum) << 52;
  const double up = as_double(bits), last = bits <= 2042ul << 52 ? as_double((2042ul << 52) - bits) : 0;
  const double even = q * polynomial(q, 0x1.1f8bb47b76c07p-29, 0x1.27e4cc27cf651p-22, 0x1.a01a01ad769bfp-16,
                                     0x1.6c16c16c1500cp-10, 0x1.5555555555558p-5, 0x1p-1);
  const double odd = polynomial(q, 0x1.af5f41771a49dp-26, 0x1.71ddf8051a5b3p-19, 0x1.a01a01b006ab3p-13,
                                0x1.111111110f65p-7, 0x1.5555555555559p-3);
  return (Hyperbolic){even, r + r * (q * odd), up + last, up - last};
}

PURE double cosh(double x) {
  const Hyperbolic h = hyperbolic(x);
  return 2 * (h.sum + (h.even * h.sum + h.odd * h.difference));
}

PURE double sinh(double x) {
  const Hyperbolic h = hyperbolic(x);
  return wide_with_sign_of(2 * (h.difference + (h.odd * h.sum + h.even * h.difference)), x);
}

PURE double tanh(double x) {
  const WideReduced e = wide_reduced(wide_limited(2 * wide_magnitude(x), 0, 40), 0x1.8p52 + 1023);
  const double r = e.rest, scale = as_double(as_ulong(e.sum) << 52), size = wide_exp_rest(r) * (r * r) + r;
  const double power = size * scale + (scale - 1);
  return wide_with_sign_of(power / (power + 2), x);
}

VECTORS_1(double, exp)
VECTORS_1(double, exp2)
VECTORS_1(double, exp10)
VECTORS_1(double, expm1)
VECTORS_1(double, cosh)
VECTORS_1(double, sinh)
VECTORS_1(double, tanh)
