// SPDX-License-Identifier: Apache-2.0
// Functions that libclc lacks, or has without subnormal numbers or wrong for extreme arguments.
// docs/accuracy.md has their errors.
#include "builtins.h"

#pragma OPENCL EXTENSION cl_khr_fp64 : enable

PURE double floor(double x);
PURE double fma(double a, double b, double c);

#define FOR_VECTORS(X) X(2) X(3) X(4) X(8) X(16)

// ---- vectors of one element

PURE float sign(float x);
PURE double sign(double x);
PURE float normalize(float x) { return x == x ? sign(x) : x; }
PURE double normalize(double x) { return x == x ? sign(x) : x; }

// ---- limits

// As fmin(fmax(x, low), high), which makes NaN the lower limit; libclc keeps NaN. QPUs have a definition of
// their own.
#define CLAMP(type)                              \
  PURE type clamp(type x, type low, type high) { \
    x = x > low ? x : low;                       \
    return x < high ? x : high;                  \
  }
#define CLAMP_BY_ONE(type, width)                              \
  CLAMP(type##width)                                           \
  PURE type##width clamp(type##width x, type low, type high) { \
    return clamp(x, (type##width)(low), (type##width)(high));  \
  }
#define CLAMPS(width) CLAMP_BY_ONE(float, width) CLAMP_BY_ONE(double, width)
CLAMP(float)
CLAMP(double)
FOR_VECTORS(CLAMPS)

// ---- powers of two

static double wide_power_of_two(int exponent) { return as_double((long)(exponent + 1023) << 52); }

static int clamp_int(int n, int low, int high) { return n < low ? low : n > high ? high : n; }

// Rounds only once, at the end.
PURE float ldexp(float x, int n) { return (float)((double)x * wide_power_of_two(clamp_int(n, -400, 400))); }

// Steps down stay 53 bits above the smallest normal number, so only the last product rounds.
PURE double ldexp(double x, int n) {
  n = clamp_int(n, -2200, 2200);
  for (int step = 0; step < 2; ++step) {
    const int part = n > 1023 ? 1023 : n < -1022 ? -1022 + 53 : 0;
    x *= wide_power_of_two(part);
    n -= part;
  }
  return x * wide_power_of_two(clamp_int(n, -1022, 1023));
}
VECTORS_2(float, int, ldexp)
VECTORS_2(double, int, ldexp)
#define LDEXP_BY_ONE(width)                                                            \
  PURE float##width ldexp(float##width x, int n) { return ldexp(x, (int##width)(n)); } \
  PURE double##width ldexp(double##width x, int n) { return ldexp(x, (int##width)(n)); }
FOR_VECTORS(LDEXP_BY_ONE)

// ---- the gamma function

// gamma(1.5 + s) for |s| <= 0.5: the polynomial through 23 Chebyshev points, with an error of at most 5e-18.
constant double kGamma[] = {
    0x1.c5bf891b4ef6bp-1,  0x1.08ea88ee5619cp-5,   0x1.a8c4dba620d58p-2,  -0x1.b77ac1ca2dcabp-4,
    0x1.283bd374eadabp-3,  -0x1.3d88cfe56716ep-4,  0x1.e022b743d0702p-5,  -0x1.374fd5a85a843p-5,
    0x1.a752c67eb605dp-6,  -0x1.1a2c30f8def74p-6,  0x1.7991e760184a3p-7,  -0x1.f7fa735e7333ep-8,
    0x1.504d6f0e1fffep-8,  -0x1.c0c9137946e79p-9,  0x1.2b48ecb68cfadp-9,  -0x1.8cf2aff0a8622p-10,
    0x1.08a9773a0b118p-10, -0x1.74558a9281aefp-11, 0x1.f076f989ef310p-12, -0x1.bbd59618e79efp-13,
    0x1.27e540fa0105ep-13, -0x1.1123e91f561a5p-12, 0x1.6c3032e6c6f69p-13};

static double gamma_1_to_2(double x) {
  const double s = x - 1.5;
  double sum = kGamma[22];
  for (int i = 21; i >= 0; --i) sum = fma(sum, s, kGamma[i]);
  return sum;
}

// A product of many factors as the sum of two numbers, with a power of two to avoid overflow.
typedef struct {
  double high, low;
  int exponent;
} Product;

static Product times(Product product, double factor) {
  const double high = product.high * factor;
  product.low = fma(product.high, factor, -high) + product.low * factor;
  product.high = high;
  if (high > 0x1p500 || high < -0x1p500) {
    product.high *= 0x1p-500;
    product.low *= 0x1p-500;
    product.exponent += 500;
  }
  return product;
}

// By the recurrence gamma(x + 1) = x gamma(x), down or up to a number from 1 to 2.
PURE double tgamma(double x) {
  if (x < 0x1p-60 && x > -0x1p-60) return 1 / x;
  if (!(x < 172)) return x * INFINITY;
  const double whole = floor(x);
  if (x < 0 && whole == x) return NAN;
  if (x < -190) return (long)whole & 1 ? -0.0 : 0.0;
  Product product = {1, 0, 0};
  if (x >= 1) {
    for (; x >= 2; x -= 1) product = times(product, x - 1);
    const double start = gamma_1_to_2(x);
    return ldexp(start * product.high + start * product.low, product.exponent);
  }
  for (; x < 1; x += 1) product = times(product, x);
  const double quotient = gamma_1_to_2(x) / product.high;
  return ldexp(quotient - quotient * (product.low / product.high), -product.exponent);
}

PURE float tgamma(float x) { return (float)tgamma((double)x); }
VECTORS_1(float, tgamma)
VECTORS_1(double, tgamma)

// ---- single forms

// libclc confuses the types of the arguments in this form.
#define SMOOTHSTEP(type)                             \
  PURE type smoothstep(type low, type high, type x); \
  PURE type smoothstep(double low, double high, type x) { return smoothstep((type)(low), (type)(high), x); }
SMOOTHSTEP(double2)
SMOOTHSTEP(double3)
SMOOTHSTEP(double4)
SMOOTHSTEP(double8)
SMOOTHSTEP(double16)

// libclc's version does not set the bit of a quiet NaN, so its nan(0) is infinite.
#define NAN_OF(codes, type) \
  PURE type nan(codes code) { return as_##type(code | (codes)0x7ff8000000000000UL); }
NAN_OF(ulong, double)
NAN_OF(ulong2, double2)
NAN_OF(ulong3, double3)
NAN_OF(ulong4, double4)
NAN_OF(ulong8, double8)
NAN_OF(ulong16, double16)

// Functions that are instructions for vectors, too. libclc takes vectors apart, and tests for roots of
// negative numbers.
#define ELEMENTWISE_1(type, width, name, function) \
  PURE type##width name(type##width x) { return __builtin_elementwise_##function(x); }
#define WITH_WIDTHS(X, type, name, function) \
  X(type, 2, name, function)                 \
  X(type, 3, name, function)                 \
  X(type, 4, name, function)                 \
  X(type, 8, name, function)                 \
  X(type, 16, name, function)
#define ELEMENTWISE(type)                        \
  ELEMENTWISE_1(type, , sqrt, sqrt)              \
  WITH_WIDTHS(ELEMENTWISE_1, type, sqrt, sqrt)   \
  WITH_WIDTHS(ELEMENTWISE_1, type, fabs, abs)    \
  WITH_WIDTHS(ELEMENTWISE_1, type, floor, floor) \
  WITH_WIDTHS(ELEMENTWISE_1, type, ceil, ceil)   \
  WITH_WIDTHS(ELEMENTWISE_1, type, trunc, trunc) \
  WITH_WIDTHS(ELEMENTWISE_1, type, rint, rint)
ELEMENTWISE(float)
ELEMENTWISE(double)
