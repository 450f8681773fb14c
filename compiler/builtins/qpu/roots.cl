// SPDX-License-Identifier: Apache-2.0
// Roots by Newton's method, or a step of third order, from the special functions.
#include "qpu.h"

PURE float sqrt(float x);

PURE float rsqrt(float x) {
  const float y = quadcl_sfu_rsqrt(x), error = 1 - x * y * y;
  return y + y * error * (0.5f + 0.375f * error);
}

PURE float half_rsqrt(float x) { return quadcl_sfu_rsqrt(x); }
PURE float native_rsqrt(float x) { return quadcl_sfu_rsqrt(x); }
PURE float half_sqrt(float x) { return x * quadcl_sfu_rsqrt(x); }
PURE float native_sqrt(float x) { return x * quadcl_sfu_rsqrt(x); }
PURE float half_recip(float x) {
  const float y = quadcl_sfu_reciprocal(x);
  return y + y * (1 - x * y);
}
PURE float native_recip(float x) { return quadcl_sfu_reciprocal(x); }
PURE float half_divide(float x, float y) {
  const float scale = magnitude(y) > 0x1p100f ? 0.25f : 1;
  return x * scale * half_recip(y * scale);
}
PURE float native_divide(float x, float y) { return x * quadcl_sfu_reciprocal(y); }

// A step of fourth order to the inverse root, and one of second order from it to the root.
PURE float cbrt(float x) {
  const float a = magnitude(x), start = quadcl_sfu_exp2(quadcl_sfu_log2(a) * -0x1.555556p-2f);
  const float h = 1 - a * start * start * start;
  const float inverse = start + start * (h * (0x1.555556p-2f + h * (0x1.c71c72p-3f + h * 0x1.61f9aep-3f)));
  const float first = a * inverse * inverse, rest = 1 - first * inverse;
  return with_sign_of(first + first * (rest * 0x1.555556p-1f), x);
}

// Squares that are too large or too small have a scale.
PURE float hypot(float x, float y) {
  const float most = larger(magnitude(x), magnitude(y));
  const float scale = most > 0x1p60f ? 0x1p-70f : most < 0x1p-40f ? 0x1p80f : 1;
  const float back = most > 0x1p60f ? 0x1p70f : most < 0x1p-40f ? 0x1p-80f : 1;
  const float a = x * scale, b = y * scale;
  return sqrt(a * a + b * b) * back;
}

VECTORS_1(float, cbrt)
VECTORS_2(float, float, hypot)
VECTORS_1(float, rsqrt)
VECTORS_1(float, half_rsqrt)
VECTORS_1(float, native_rsqrt)
VECTORS_1(float, half_sqrt)
VECTORS_1(float, native_sqrt)
VECTORS_1(float, half_recip)
VECTORS_1(float, native_recip)
VECTORS_2(float, float, half_divide)
VECTORS_2(float, float, native_divide)
