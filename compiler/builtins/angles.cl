// SPDX-License-Identifier: Apache-2.0
// Inverse trigonometric functions of float without branches. docs/accuracy.md has their errors.
#include "elementary.h"

PURE float sqrt(float x);

PURE float atan(float x) {
  const float size = magnitude(x);
  const bool is_steep = size > 1;
  const float z = is_steep ? -1 / size : size, q = z * z;
  const float sum = polynomial(q, 0x1.7ec1c4p-9f, -0x1.0c23fep-6f, 0x1.61f756p-5f, -0x1.3553f4p-4f,
                               0x1.b4dfdcp-4f, -0x1.230abp-3f, 0x1.9978eep-3f, -0x1.5554dcp-2f);
  const float rest_of_quarter = is_steep ? -0x1.777a5cp-25f : 0;
  return with_sign_of((is_steep ? 0x1.921fb6p0f : 0) + (z + (z * (q * sum) + rest_of_quarter)), x);
}

// (asin(sqrt(q)) / sqrt(q) - 1) / q for q from 0 to 1/4.
static float asin_rest(float q) {
  return polynomial(q, 0x1.5959aap-5f, 0x1.8c415ap-6f, 0x1.747b72p-5f, 0x1.330206p-4f, 0x1.5555c8p-3f);
}

// For size from 1/2 on, asin(size) is pi / 2 - 2 angle.
typedef struct {
  float angle;
  bool is_large;
} Arc;

static Arc arc(float size) {
  const bool is_large = size > 0.5f;
  const float q = is_large ? 0.5f - 0.5f * size : size * size, z = is_large ? sqrt(q) : size;
  return (Arc){z + z * (q * asin_rest(q)), is_large};
}

PURE float asin(float x) {
  const Arc a = arc(magnitude(x));
  return with_sign_of(a.is_large ? 0x1.921fb6p0f - 2 * a.angle : a.angle, x);
}

PURE float acos(float x) {
  const Arc a = arc(magnitude(x));
  const float signed_angle = with_sign_of(a.angle, x), start = as_int(x) < 0 ? 0x1.921fb6p1f : 0;
  return a.is_large ? start + 2 * signed_angle : 0x1.921fb6p0f - signed_angle;
}

PURE float asinpi(float x) { return asin(x) * 0x1.45f306p-2f; }
PURE float acospi(float x) { return acos(x) * 0x1.45f306p-2f; }
PURE float atanpi(float x) { return atan(x) * 0x1.45f306p-2f; }

VECTORS_1(float, atan)
VECTORS_1(float, asin)
VECTORS_1(float, acos)
VECTORS_1(float, asinpi)
VECTORS_1(float, acospi)
VECTORS_1(float, atanpi)
