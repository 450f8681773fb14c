// SPDX-License-Identifier: Apache-2.0
// Inverses of the trigonometric functions.
#include "qpu.h"

#define HALF_PI 0x1.921fb4p0f
#define REST_OF_HALF_PI 0x1.4442d2p-24f

// The arc sine is rest + more, or pi / 2 - 2 (rest + more) for magnitudes from 1 / 2 on. Then it is that of
// the root of (1 - x) / 2, in two numbers.
typedef struct {
  float rest, more;
  bool is_large;
} Arc;

static Arc arc_of(float x) {
  const float size = magnitude(x), half_of_rest = 0.5f - size * 0.5f;
  const bool is_large = size > 0.5f;
  const float q = is_large ? half_of_rest : x * x;
  const float estimate = quadcl_sfu_rsqrt(larger(half_of_rest, 0x1p-60f)),
              error = 1 - half_of_rest * estimate * estimate;
  const float inverse = estimate + estimate * error * (0.5f + 0.375f * error);
  const float root = first_bits(half_of_rest * inverse),
              lost = (half_of_rest - root * root) * (0.5f * inverse);
  const float rest = is_large ? root : size, low = is_large ? lost : 0;
  const float sum =
      polynomial(q, 0x1.596a08p-5f, 0x1.8c30bcp-6f, 0x1.747cc4p-5f, 0x1.3301fep-4f, 0x1.5555c8p-3f);
  return (Arc){rest, low + (rest + low) * q * sum, is_large};
}

PURE float asin(float x) {
  const Arc arc = arc_of(x);
  const float large = (HALF_PI - 2 * arc.rest) - (2 * arc.more - REST_OF_HALF_PI);
  return with_sign_of(arc.is_large ? large : arc.rest + arc.more, x);
}

PURE float acos(float x) {
  const Arc arc = arc_of(x);
  const float rest = with_sign_of(arc.rest, x), more = with_sign_of(arc.more, x);
  const float middle = (HALF_PI - rest) - (more - REST_OF_HALF_PI);
  const float far = 2 * HALF_PI - 2 * arc.rest - (2 * arc.more - 2 * REST_OF_HALF_PI);
  const float large = x < 0 ? far : 2 * (arc.rest + arc.more);
  return arc.is_large ? large : middle;
}

// The arc tangent of t from 0 to 1 is t + t q sum(q).
static float arc_tangent_more(float t) {
  const float q = t * t;
  const float sum =
      polynomial(q, -0x1.d49a3ap-10f, 0x1.64c1e0p-7f, -0x1.fdfb42p-6f, 0x1.da5dfep-5f, -0x1.58150ap-4f,
                 0x1.c08f46p-4f, -0x1.2420b4p-3f, 0x1.9991e6p-3f, -0x1.55553ep-2f);
  return t * q * sum;
}

PURE float atan(float x) {
  const float size = magnitude(x);
  const bool is_large = size > 1;
  const float t = is_large ? reciprocal(size) : size, more = arc_tangent_more(t);
  const float large = (HALF_PI - t) - (more - REST_OF_HALF_PI);
  return with_sign_of(is_large ? large : t + more, x);
}

PURE float atan2(float y, float x) {
  const float a = magnitude(x), b = magnitude(y), most = larger(a, b), least = smaller(a, b);
  const float scale = most > 0x1p100f ? 0x1p-60f : most < 0x1p-60f ? 0x1p60f : 1;
  const float t = most > 0 ? ratio(least * scale, most * scale) : 0, more = arc_tangent_more(t);
  const bool is_steep = b > a;
  // t and more are taken from, or added to, a multiple of pi / 2: signs by the sector.
  const bool is_left = as_int(x) < 0;
  const float start = is_left ? (is_steep ? 1 : 2) : (is_steep ? 1 : 0);
  const bool minus = is_steep != is_left;
  const float signed_t = minus ? -t : t, signed_more = minus ? -more : more;
  const float sum = (start * HALF_PI + signed_t) + (signed_more + start * REST_OF_HALF_PI);
  return with_sign_of(sum, y);
}

// Rounded up, since products truncate.
#define INVERSE_PI 0x1.45f308p-2f
PURE float asinpi(float x) { return asin(x) * INVERSE_PI; }
PURE float acospi(float x) { return acos(x) * INVERSE_PI; }
PURE float atanpi(float x) { return atan(x) * INVERSE_PI; }
PURE float atan2pi(float y, float x) { return atan2(y, x) * INVERSE_PI; }

VECTORS_1(float, asin)
VECTORS_1(float, acos)
VECTORS_1(float, atan)
VECTORS_1(float, asinpi)
VECTORS_1(float, acospi)
VECTORS_1(float, atanpi)
VECTORS_2(float, float, atan2)
VECTORS_2(float, float, atan2pi)
