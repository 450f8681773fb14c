// SPDX-License-Identifier: Apache-2.0
// native_ functions for which libclc calls the C library element by element. These are short series without
// branches for whole vectors. The error is that of a few roundings, as long as range reduction keeps the bits
// of the argument (|x| up to some thousands for the trigonometric functions). Results below the normal
// numbers are 0.
#include "builtins.h"

#define FOR_WIDTHS(X) X() X(2) X(3) X(4) X(8) X(16)

// Adding it to a float below 2^22 and subtracting it again rounds to the nearest integer. The sum's bits
// contain that integer.
#define MAGIC 0x1.8p23f

#define POWERS(width)                                                                                      \
  /* e^rest * 2^whole, rest from -0.36 to 0.36 or cut to that, whole in the bits of a sum with MAGIC, -127 \
   * to 128. */                                                                                            \
  static PURE float##width scaled_exp(float##width rest, float##width sum) {                               \
    const float##width most = 0.36f, least = -0.36f;                                                       \
    float##width r = rest > most ? most : rest;                                                            \
    r = r < least ? least : r;                                                                             \
    float##width series = 1 / 720.0f + r * (1 / 5040.0f);                                                  \
    series = 1 + r * (1 + r * (0.5f + r * (1 / 6.0f + r * (1 / 24.0f + r * (1 / 120.0f + r * series)))));  \
    return series * as_float##width((as_int##width(sum) - as_int(MAGIC) + 127) << 23);                     \
  }                                                                                                        \
  static PURE float##width exponent_sum(float##width exponent) {                                           \
    const float##width most = 128, least = -127, e = exponent > most ? most : exponent;                    \
    return (e < least ? least : e) + MAGIC;                                                                \
  }                                                                                                        \
  PURE float##width native_exp2(float##width x) {                                                          \
    const float##width sum = exponent_sum(x);                                                              \
    return scaled_exp((x - (sum - MAGIC)) * 0x1.62e430p-1f, sum);                                          \
  }                                                                                                        \
  /* The first of two parts of ln 2 and of log10 2 has so few bits that its multiples are exact. */        \
  PURE float##width native_exp(float##width x) {                                                           \
    const float##width sum = exponent_sum(x * 0x1.715476p0f), whole = sum - MAGIC;                         \
    return scaled_exp(x - whole * 0x1.63p-1f + whole * 0x1.bd0106p-13f, sum);                              \
  }                                                                                                        \
  PURE float##width native_exp10(float##width x) {                                                         \
    const float##width sum = exponent_sum(x * 0x1.a934f0p1f), whole = sum - MAGIC;                         \
    return scaled_exp((x - whole * 0x1.34p-2f - whole * 0x1.04d428p-12f) * 0x1.26bb1cp1f, sum);            \
  }

#define DECLARE_LOG2(width) PURE float##width native_log2(float##width x);

// The low bits of the sum are the quadrant: how many times pi / 2 is in x.
#define CIRCLE(width)                                                                          \
  static PURE float##width quadrant_sum(float##width x) { return x * 0x1.45f306p-1f + MAGIC; } \
  static PURE float##width quadrant_rest(float##width x, float##width sum) {                   \
    const float##width n = sum - MAGIC;                                                        \
    return x - n * 0x1.92p0f - n * 0x1.fbp-12f - n * 0x1.5110b4p-22f;                          \
  }                                                                                            \
  static PURE float##width sine_series(float##width r) {                                       \
    const float##width q = r * r;                                                              \
    const float##width series = -1 / 5040.0f + q * (1 / 362880.0f);                            \
    return r + r * q * (-1 / 6.0f + q * (1 / 120.0f + q * series));                            \
  }                                                                                            \
  static PURE float##width cosine_series(float##width r) {                                     \
    const float##width q = r * r;                                                              \
    return 1 + q * (-0.5f + q * (1 / 24.0f + q * (-1 / 720.0f + q * (1 / 40320.0f))));         \
  }                                                                                            \
  /* The sine of r plus `quadrant` times pi / 2. */                                            \
  static PURE float##width sine_in_quadrant(int##width quadrant, float##width r) {             \
    const float##width size = (quadrant & 1) != 0 ? cosine_series(r) : sine_series(r);         \
    return (quadrant & 2) != 0 ? -size : size;                                                 \
  }                                                                                            \
  PURE float##width native_sin(float##width x) {                                               \
    const float##width sum = quadrant_sum(x);                                                  \
    return sine_in_quadrant(as_int##width(sum), quadrant_rest(x, sum));                        \
  }                                                                                            \
  PURE float##width native_cos(float##width x) {                                               \
    const float##width sum = quadrant_sum(x);                                                  \
    return sine_in_quadrant(as_int##width(sum) + 1, quadrant_rest(x, sum));                    \
  }                                                                                            \
  PURE float##width native_powr(float##width x, float##width y) { return native_exp2(y * native_log2(x)); }

FOR_WIDTHS(POWERS)
FOR_WIDTHS(DECLARE_LOG2)
FOR_WIDTHS(CIRCLE)
