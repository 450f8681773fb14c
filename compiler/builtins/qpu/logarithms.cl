// SPDX-License-Identifier: Apache-2.0
// Logarithms.
#include "series.h"

// Minus infinity for 0 and for what is too small for QPUs, NaN for negative numbers, whose exponent becomes
// the upper bits of the NaN.
static float for_positive(float x, float logarithm) {
  return x >= SMALLEST ? logarithm : as_float((as_uint(x) >> 8 & 0x7f8000u) | 0xff800000u);
}

PURE float log2(float x) {
  const Split s = split(x);
  const float f = s.f, q = f * f;
  const float first = 0x1.ec736cp-2f - 0x1.715b68p-2f * f, second = 0x1.26dc6ep-2f - 0x1.e984c2p-3f * f;
  const float third = 0x1.b962dcp-3f - 0x1.a767aep-3f * f, last = 0x1.01616ep-3f;
  const float sum = q * (first + q * (second + q * (third + q * last))) - f * 0x1.715472p-1f;
  return for_positive(x, s.exponent + f * (0x1.715476p0f + sum));
}

// The first of two parts of ln 2 and of log10 2 has so few bits that its multiples are exact.
PURE float log(float x) {
  const Split s = split(x);
  return for_positive(x, s.exponent * 0x1.63p-1f + (s.f * log_over(s.f) - s.exponent * 0x1.bd0106p-13f));
}

PURE float log10(float x) {
  const Split s = split(x);
  const float of_rest = s.f * (0x1.bcb7b2p-2f * log_over(s.f));
  return for_positive(x, s.exponent * 0x1.34p-2f + (of_rest + s.exponent * 0x1.04d428p-12f));
}

PURE float native_log2(float x) { return quadcl_sfu_log2(x); }
PURE float native_log(float x) { return quadcl_sfu_log2(x) * 0x1.62e430p-1f; }
PURE float native_log10(float x) { return quadcl_sfu_log2(x) * 0x1.344136p-2f; }

PURE float half_log2(float x) { return log2(x); }
PURE float half_log(float x) { return log(x); }
PURE float half_log10(float x) { return log10(x); }

VECTORS_1(float, half_log2)
VECTORS_1(float, half_log)
VECTORS_1(float, half_log10)
VECTORS_1(float, log2)
VECTORS_1(float, log)
VECTORS_1(float, log10)
VECTORS_1(float, native_log2)
VECTORS_1(float, native_log)
VECTORS_1(float, native_log10)
