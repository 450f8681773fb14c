// SPDX-License-Identifier: Apache-2.0
// Inverse square roots. 1 / sqrt(x) is approximate here: on processors that estimate it, it has 14 bits, which is enough
// for half_rsqrt and native_rsqrt. For rsqrt, steps of Newton's method refine it. docs/accuracy.md has the errors.
#include "builtins.h"

#pragma OPENCL EXTENSION cl_khr_fp64 : enable

// The estimates of 0 and infinity are exact, and refined they are no numbers.
PURE float rsqrt(float x) {
  const float estimate = 1 / __builtin_elementwise_sqrt(x);
  if (!quadcl_estimates_roots()) return estimate;
  const float error = __builtin_fmaf(-(x * estimate), estimate, 1);
  const float refined = __builtin_fmaf(estimate * error, 0.5f, estimate);
  return refined == refined ? refined : estimate;
}

// The first step is of third order.
PURE double rsqrt(double x) {
  const double estimate = 1 / __builtin_elementwise_sqrt(x);
  if (!quadcl_estimates_roots()) return estimate;
  const double error = __builtin_fma(-(x * estimate), estimate, 1);
  const double nearer = __builtin_fma(estimate * error, __builtin_fma(error, 0.375, 0.5), estimate);
  const double rest = __builtin_fma(-(x * nearer), nearer, 1);
  const double refined = __builtin_fma(nearer * rest, 0.5, nearer);
  return refined == refined ? refined : estimate;
}

PURE float half_rsqrt(float x) { return 1 / __builtin_elementwise_sqrt(x); }
PURE float native_rsqrt(float x) { return 1 / __builtin_elementwise_sqrt(x); }

VECTORS_1(float, rsqrt)
VECTORS_1(double, rsqrt)
VECTORS_1(float, half_rsqrt)
VECTORS_1(float, native_rsqrt)
