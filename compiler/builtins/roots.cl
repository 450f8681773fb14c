// SPDX-License-Identifier: Apache-2.0
// Cube roots and lengths. Only rare arguments take a branch. docs/accuracy.md has their errors.
#include "wide_elementary.h"

PURE float sqrt(float x);
PURE double sqrt(double x);

// A constant minus a third of the bits is the inverse root within 4 %. A step of fourth order makes it exact
// to 18 bits. A step of second order makes the root from it.
PURE float cbrt(float x) {
  const float size = magnitude(x);
  const bool is_small = size < 0x1p-126f;
  const float a = is_small ? size * 0x1p24f : size;
  const float start = as_float((int)((float)as_int(a) * -0x1.555556p-2f + 0x1.528beap30f));
  const float h = 1 - a * start * start * start;
  const float inverse = start + start * (h * (0x1.555556p-2f + h * (0x1.c71c72p-3f + h * 0x1.61f9aep-3f)));
  const float first = a * inverse * inverse, rest = 1 - first * inverse;
  const float root = first + first * (rest * 0x1.555556p-1f);
  const float scaled = is_small ? root * 0x1p-8f : root;
  return size < INFINITY ? with_sign_of(scaled, x) : x;
}

// A step of fourth order to the inverse root of a.
static double nearer_inverse(double a, double inverse) {
  const double h = 1 - a * inverse * inverse * inverse;
  return inverse + inverse * (h * (0x1.5555555555555p-2 + h * (0x1.c71c71c71c71cp-3 + h * 0x1.61f9add3c0ca4p-3)));
}

// Two steps, from a start made of the upper half of the bits.
PURE double cbrt(double x) {
  const double size = wide_magnitude(x);
  const bool is_small = size < 0x1p-1022;
  const double a = is_small ? size * 0x1p54 : size;
  const int upper = (int)((double)(int)(as_long(a) >> 32) * -0x1.5555555555555p-2 + 0x553ef0ff);
  const double inverse = nearer_inverse(a, nearer_inverse(a, as_double((long)upper << 32)));
  const double first = a * inverse * inverse, rest = 1 - first * inverse;
  const double root = first + first * (rest * 0x1.5555555555555p-1);
  const double scaled = is_small ? root * 0x1p-18 : root;
  return size < INFINITY ? wide_with_sign_of(scaled, x) : x;
}

// ---- lengths

// Whether the squares, and their sum, neither overflow nor are too small.
static OVERLOAD bool have_usual_squares(float x, float y) {
  const uint a = as_uint(magnitude(x)), b = as_uint(magnitude(y)), larger = a > b ? a : b;
  return larger - as_uint(0x1p-50f) <= as_uint(0x1p60f) - as_uint(0x1p-50f);
}

// Infinity counts more than NaN.
static OVERLOAD float flat_hypot(float x, float y) {
  const bool is_usual = have_usual_squares(x, y), is_large = (magnitude(x) > 1) | (magnitude(y) > 1);
  const float scale = is_usual ? 1 : is_large ? 0x1p-70f : 0x1p90f;
  const float back = is_usual ? 1 : is_large ? 0x1p70f : 0x1p-90f;
  const float a = x * scale, b = y * scale, length = sqrt(a * a + b * b) * back;
  return ((magnitude(x) == INFINITY) | (magnitude(y) == INFINITY)) ? INFINITY : length;
}

PURE float hypot(float x, float y) {
  if (__builtin_expect(have_usual_squares(x, y), true)) return sqrt(x * x + y * y);
  return flat_hypot(x, y);
}

static OVERLOAD bool have_usual_squares(double x, double y) {
  const ulong a = as_ulong(wide_magnitude(x)), b = as_ulong(wide_magnitude(y)), larger = a > b ? a : b;
  return larger - as_ulong(0x1p-400) <= as_ulong(0x1p500) - as_ulong(0x1p-400);
}

static OVERLOAD double flat_hypot(double x, double y) {
  const bool is_usual = have_usual_squares(x, y), is_large = (wide_magnitude(x) > 1) | (wide_magnitude(y) > 1);
  const double scale = is_usual ? 1 : is_large ? 0x1p-600 : 0x1p600;
  const double back = is_usual ? 1 : is_large ? 0x1p600 : 0x1p-600;
  const double a = x * scale, b = y * scale, length = sqrt(a * a + b * b) * back;
  return ((wide_magnitude(x) == INFINITY) | (wide_magnitude(y) == INFINITY)) ? INFINITY : length;
}

PURE double hypot(double x, double y) {
  if (__builtin_expect(have_usual_squares(x, y), true)) return sqrt(x * x + y * y);
  return flat_hypot(x, y);
}

VECTORS_1(float, cbrt)
VECTORS_1(double, cbrt)
VECTORS_2_WITH_FLAT(float, hypot, flat_hypot)
VECTORS_2_WITH_FLAT(double, hypot, flat_hypot)
