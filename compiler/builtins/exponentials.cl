// SPDX-License-Identifier: Apache-2.0
// Exponential and hyperbolic functions of float without branches. The polynomials are minimax in relative
// error. docs/accuracy.md has the errors of the functions.
#include "elementary.h"

PURE float exp(float x) {
  const Reduced e = reduced(limited(x, -110, 100), MAGIC);
  const float r = e.rest;
  return scaled(exp_of_rest(r), e.sum);
}

PURE float exp2(float x) {
  x = limited(x, -160, 140);
  const float sum = x + MAGIC;
  return scaled(exp2_of_rest(x - (sum - MAGIC)), sum);
}

// n * 0x1.344p-2 is exact.
PURE float exp10(float x) {
  x = limited(x, -50, 45);
  const float sum = x * 0x1.a934f0p1f + MAGIC, n = sum - MAGIC;
  const float high = x - n * 0x1.344p-2f, r = high - n * 0x1.3509f8p-18f;
  const float size = polynomial(r, 0x1.a4985p-3f, 0x1.156bbcp-1f, 0x1.2bdbdap0f, 0x1.046f9ap1f, 0x1.535248p1f,
                                0x1.26bb1cp1f);
  return scaled(size * r + 1, sum);
}

/// Smaller ones are what expm1 and sinh give. Their halves would be subnormal, and zero for NEON.
#define TINY 0x1p-60f

// e^x - 1 = 2 (2^(n-1) (e^r - 1) + 2^(n-1) - 1/2), for x from -20 to 89.
PURE float expm1(float x) {
  const Reduced e = reduced(limited(x, -20, 89), 0x1.8p23f + 126);
  const float r = e.rest, scale = as_float(as_uint(e.sum) << 23), size = exp_rest(r) * (r * r) + r;
  return magnitude(x) < TINY ? x : 2 * (size * scale + (scale - 0.5f));
}

// ---- hyperbolic functions

// With x = n ln 2 + r: e^r and e^-r are 1 + even + odd and 1 + even - odd.
typedef struct {
  float even, odd;
  float sum, difference;  // of 2^(n - 2) and 2^(-n - 2)
} Hyperbolic;

static Hyperbolic hyperbolic(float x) {
  const Reduced e = reduced(limited(magnitude(x), 0, 89.5f), 0x1.8p23f + 125);
  const float r = e.rest, q = r * r;
  const int bits = (int)(as_uint(e.sum) << 23), opposite = (250 << 23) - bits;
  const float up = as_float(bits), down = as_float(opposite > 0 ? opposite : 0);
  const float even = q * (0.5f + q * (0x1.5554e4p-5f + q * 0x1.6d5156p-10f));
  const float odd = r + r * (q * (0x1.5554b0p-3f + q * 0x1.1227a6p-7f));
  return (Hyperbolic){even, odd, up + down, up - down};
}

PURE float cosh(float x) {
  const Hyperbolic h = hyperbolic(x);
  return 2 * (h.sum + (h.even * h.sum + h.odd * h.difference));
}

PURE float sinh(float x) {
  const Hyperbolic h = hyperbolic(x);
  const float size = 2 * (h.difference + (h.odd * h.sum + h.even * h.difference));
  return magnitude(x) < TINY ? x : with_sign_of(size, x);
}

// With e = e^2x - 1: e / (e + 2).
PURE float tanh(float x) {
  const Reduced e = reduced(limited(2 * magnitude(x), 0, 20), 0x1.8p23f + 127);
  const float r = e.rest, scale = as_float(as_uint(e.sum) << 23), size = exp_rest(r) * (r * r) + r;
  const float power = size * scale + (scale - 1);
  return with_sign_of(power / (power + 2), x);
}

PURE float half_exp(float x) { return exp(x); }
PURE float half_exp2(float x) { return exp2(x); }
PURE float half_exp10(float x) { return exp10(x); }
VECTORS_1(float, exp)
VECTORS_1(float, exp2)
VECTORS_1(float, exp10)
VECTORS_1(float, expm1)
VECTORS_1(float, cosh)
VECTORS_1(float, sinh)
VECTORS_1(float, tanh)
VECTORS_1(float, half_exp)
VECTORS_1(float, half_exp2)
VECTORS_1(float, half_exp10)
