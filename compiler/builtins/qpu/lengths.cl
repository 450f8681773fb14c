// SPDX-License-Identifier: Apache-2.0
// Lengths of vectors. The square of a large number is not infinite on QPUs but the largest number, and that of a small
// one is 0. So both kinds of vectors are scaled first.
#include "qpu.h"

PURE float sqrt(float x);

static inline float factor_of(float square) {
  return square > 0x1p120f ? 0x1p-70f : square < 0x1p-90f ? 0x1p70f : 1.0f;
}

#define LENGTHS(vector)                                                                              \
  PURE float dot(vector x, vector y);                                                                \
  PURE float length(vector x) {                                                                      \
    const float factor = factor_of(dot(x, x)), back = as_float(0x7f000000 - as_int(factor));         \
    const vector scaled = x * factor;                                                                \
    const float square = dot(scaled, scaled);                                                        \
    return as_int(square) >= 0x7f800000 ? square : sqrt(square) * back;                              \
  }                                                                                                  \
  PURE float distance(vector x, vector y) { return length(x - y); }                                  \
  PURE vector normalize(vector x) {                                                                  \
    const vector scaled = x * factor_of(dot(x, x));                                                  \
    const float square = dot(scaled, scaled);                                                        \
    return square == 0 ? x : scaled * ratio(1, sqrt(square));                                        \
  }
LENGTHS(float2)
LENGTHS(float3)
LENGTHS(float4)
