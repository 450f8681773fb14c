// SPDX-License-Identifier: Apache-2.0
// The gamma function by Stirling's series: 2^((x - 1/2) log2 x - x log2 e + ...), with the exponent in two
// floats.
#include "series.h"

PURE float sinpi(float x);
PURE float log(float x);

#define LOG2_E 0x1.715476p0f
#define FIRST_OF_LOG2_E 0x1.714p0f
#define REST_OF_LOG2_E 0x1.47652cp-12f

// The binary logarithm of gamma(z + more), for z from 4 on and a number that z has lost.
static Pair log2_gamma(float z, float more) {
  const Pair logarithm = log2_in_two(z);
  const float inverse = reciprocal(z), q = inverse * inverse;
  const float series = inverse * polynomial(q, 0x1.a01a02p-11f, -0x1.6c16c2p-9f, 0x1.555556p-4f);
  const float z0 = first_bits(z), factor = z - 0.5f, f0 = first_bits(factor), h0 = first_bits(logarithm.high);
  const float h1 = (logarithm.high - h0) + logarithm.low;
  const float first = f0 * h0, second = z0 * FIRST_OF_LOG2_E, high = first - second;
  const float rounding = (first - high) - second;
  const float products = factor * h1 + ((factor - f0) + more) * h0;
  const float rest = (z - z0) * FIRST_OF_LOG2_E + z * REST_OF_LOG2_E;
  return (Pair){high, rounding + (products - rest) + (series * LOG2_E + 0x1.53643ap0f)};
}

// Below 4, gamma(x) is gamma(x + 4) / (x (x + 1) (x + 2) (x + 3)). Below 1/2, pi / (sin(pi x) gamma(1 - x)).
// The numbers in the product are a little too large, since it truncates.
PURE float tgamma(float x) {
  const bool is_reflected = x < 0.5f;
  const float y = is_reflected ? 1 - x : x, lost = is_reflected ? (1 - y) - x : 0;
  const bool is_small = y < 4;
  const float u = y * (y + 0x1.800002p1f), product = is_small ? u * (u + 0x1.000002p1f) : 1,
              z = is_small ? y + 4 : y;
  const float more = is_small ? lost + (y - (z - 4)) : lost;
  const Pair exponent = log2_gamma(smaller(z, 64), more);
  const bool is_large = exponent.high > 100;
  const float turned = (is_large ? 60 : 0) - exponent.high,
              scale = is_large ? 0x1.921fb6p-59f : 0x1.921fb6p1f;
  const float power =
      exp2_of_two(is_reflected ? turned : exponent.high, is_reflected ? -exponent.low : exponent.low);
  // The order is that without results that are too small or too large.
  const float inverse = reciprocal(sinpi(x)), first = is_large ? scale * inverse : scale;
  const float reflected = power * (product * first) * (is_large ? 1 : inverse);
  return is_reflected ? reflected : power * reciprocal(product);
}
VECTORS_1(float, tgamma)

// ---- its logarithm

static float log_gamma(float x, int* sign) {
  const bool is_reflected = x < 0.5f;
  const float y = is_reflected ? 1 - x : x, sine = sinpi(x);
  const bool is_small = y < 4;
  const float u = y * (y + 3), product = is_small ? u * (u + 2) : 1, z = is_small ? y + 4 : y;
  const Pair exponent = log2_gamma(z, 0);
  const float of_y = (exponent.high + exponent.low) * 0x1.62e430p-1f - log(product);
  *sign = is_reflected & sine < 0 ? -1 : 1;
  return is_reflected ? log(0x1.921fb6p1f * reciprocal(magnitude(sine))) - of_y : of_y;
}

PURE float lgamma(float x) {
  int sign;
  return log_gamma(x, &sign);
}
VECTORS_1(float, lgamma)

#define LGAMMA_HALVES(space, half_width, width)                                              \
  OVERLOAD float##width lgamma_r(float##width x, space int##width* sign) {                   \
    int##half_width low, high;                                                               \
    const float##width result = (float##width)(lgamma_r(x.lo, &low), lgamma_r(x.hi, &high)); \
    *sign = (int##width)(low, high);                                                         \
    return result;                                                                           \
  }
#define LGAMMA(space)                                                           \
  OVERLOAD float lgamma_r(float x, space int* sign) {                           \
    int own;                                                                    \
    const float result = log_gamma(x, &own);                                    \
    *sign = own;                                                                \
    return result;                                                              \
  }                                                                             \
  LGAMMA_HALVES(space, , 2)                                                     \
  OVERLOAD float3 lgamma_r(float3 x, space int3* sign) {                        \
    int2 low;                                                                   \
    int high;                                                                   \
    const float3 result = (float3)(lgamma_r(x.lo, &low), lgamma_r(x.z, &high)); \
    *sign = (int3)(low, high);                                                  \
    return result;                                                              \
  }                                                                             \
  LGAMMA_HALVES(space, 2, 4) LGAMMA_HALVES(space, 4, 8) LGAMMA_HALVES(space, 8, 16)
LGAMMA(private)
LGAMMA(local)
LGAMMA(global)
