// SPDX-License-Identifier: Apache-2.0
// The error functions of float without branches. docs/accuracy.md has their errors.
#include "elementary.h"

// From 1 on, 1 - e^-s, where s is a polynomial.
PURE float erf(float x) {
  const float q = x * x, size = magnitude(x), a = size > 4 ? 4 : size;
  float near = -0x1.268bc2p-11f;
  near = near * q + 0x1.420828p-8f;
  near = near * q - 0x1.b5937p-6f;
  near = near * q + 0x1.ce077cp-4f;
  near = near * q - 0x1.81266p-2f;
  near = near * q + 0x1.20dd74p0f;
  float s = 0x1.bfc8cp-17f;
  s = s * a - 0x1.4da332p-12f;
  s = s * a + 0x1.c30b42p-9f;
  s = s * a - 0x1.72e87ap-6f;
  s = s * a + 0x1.a757aap-4f;
  s = s * a + 0x1.473142p-1f;
  s = s * a + 0x1.203eb2p0f;
  s = s * a + 0x1.886c4cp-11f;
  const Reduced e = reduced(-s, 0x1.8p23f + 127);
  const float r = e.rest, power = (exp_rest(r) * (r * r) + (1 + r)) * as_float(as_uint(e.sum) << 23);
  return size < 1 ? x * near : with_sign_of(1 - power, x);
}

VECTORS_1(float, erf)
