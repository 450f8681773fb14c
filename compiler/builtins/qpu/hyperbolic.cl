// SPDX-License-Identifier: Apache-2.0
// expm1, log1p, and the hyperbolic functions and their inverses.
#include "series.h"

PURE float sqrt(float x);

// e^r - 1, for r from -ln 2 / 2 to ln 2 / 2.
static float expm1_of_rest(float r) {
  const float sum =
      polynomial(r, 0x1.6b92f2p-10f, 0x1.122556p-7f, 0x1.5556fap-5f, 0x1.5554b4p-3f, 0x1.fffffep-2f);
  return r + r * r * sum;
}

// 2^n e^r - 1 = 2^n (e^r - 1) + 2^n - 1, n the nearest integer. Twice the half of it, since 2^128 is no
// number.
PURE float expm1(float x) {
  const float sum = (larger(smaller(x * 0x1.715476p0f, 128), -40) + 0.5f) + (MAGIC + 126),
              n = sum - (MAGIC + 126);
  const float r = (x - n * 0x1.63p-1f) + n * 0x1.bd0106p-13f, power = as_float(as_uint(sum) << 23);
  const float result = (expm1_of_rest(larger(smaller(r, 0.5f), -0.5f)) * power + (power - 0.5f)) * 2;
  return n == 0 ? expm1_of_rest(r) : result;
}

// log(x + more), where more is so small that x + more is x.
static float log_of_sum(float x, float more) {
  const Split s = split(x);
  const float of_more = more * quadcl_sfu_reciprocal(x);
  return s.exponent * 0x1.63p-1f + (s.f * log_over(s.f) + (of_more - s.exponent * 0x1.bd0106p-13f));
}

// Near 0, the logarithm's polynomial takes x itself.
PURE float log1p(float x) {
  const float sum = 1 + x, near = x * log_over(larger(smaller(x, 0.5f), -0.5f));
  const float far = log_of_sum(sum, x - (sum - 1));
  const float result = x > -0.29f & x < 0.41f ? near : far;
  return x > -1 ? result : as_float(x == -1 ? 0xff800000u : 0x7fc00000u);
}

// Half of e^x, for x from 0 on, and infinity from where that is too large.
static float half_exp_of(float x) {
  const float sum = smaller(x * 0x1.715476p0f, 129) + (MAGIC + 126), whole = sum - (MAGIC + 126);
  return exp_of_rest((x - whole * 0x1.63p-1f) + whole * 0x1.bd0106p-13f) * as_float(as_uint(sum) << 23);
}

PURE float cosh(float x) {
  const float e = half_exp_of(magnitude(x));
  return e + 0.25f * reciprocal(e);
}

// Near 0, an odd polynomial.
PURE float sinh(float x) {
  const float size = magnitude(x), e = half_exp_of(size), q = x * x;
  const float near = x + x * q * polynomial(q, 0x1.ab3fcap-13f, 0x1.10f768p-7f, 0x1.555598p-3f);
  return size < 1 ? near : with_sign_of(e - 0.25f * reciprocal(e), x);
}

PURE float tanh(float x) {
  const float size = magnitude(x), e = half_exp_of(2 * smaller(size, 16)), q = x * x;
  const float near = x + x * q *
                             polynomial(q, -0x1.828754p-8f, 0x1.54c3bep-6f, -0x1.b89abap-5f, 0x1.1109bep-3f,
                                        -0x1.55553ep-2f);
  return size < 0.6f ? near : with_sign_of(1 - reciprocal(e + 0.5f), x);
}

// log(2 x), where x^2 is beyond the numbers or so large that 1 beside it does not count.
#define LARGE 0x1p13f

// Near 0 by log1p of the sum without the 1 in the root.
PURE float asinh(float x) {
  const float size = magnitude(x), a = smaller(size, LARGE), q = a * a;
  const float t = a + q * reciprocal(1 + sqrt(1 + q)), sum = 1 + t;
  const float near = t * log_over(smaller(t, 0.5f)), middle = log_of_sum(sum, t - (sum - 1));
  const float far = log_of_sum(size, 0) + 0x1.62e430p-1f, result = size < LARGE ? middle : far;
  return with_sign_of(t < 0.41f ? near : result, x);
}

// By log1p of a sum that is 0 for 1. The number added is a little too large, since the rest truncates.
PURE float acosh(float x) {
  const float a = smaller(x, LARGE), t = a - 1, more = t + sqrt(t * (a + 0x1.000008p0f));
  const float doubled = x < LARGE ? 0 : 0x1.62e430p-1f;
  const float far = log_of_sum(x < LARGE ? 1 + more : x, 0) + doubled;
  return more < 0.41f ? more * log_over(more) : far;
}

PURE float atanh(float x) {
  const float size = magnitude(x), t = ratio(2 * size, 1 - size);
  const float near = t * log_over(smaller(t, 0.5f)), far = log_of_sum(1 + t, t - ((1 + t) - 1));
  return with_sign_of(0.5f * (t < 0.41f ? near : far), x);
}

VECTORS_1(float, expm1)
VECTORS_1(float, log1p)
VECTORS_1(float, cosh)
VECTORS_1(float, sinh)
VECTORS_1(float, tanh)
VECTORS_1(float, asinh)
VECTORS_1(float, acosh)
VECTORS_1(float, atanh)
