// SPDX-License-Identifier: Apache-2.0
// The error functions of float without branches. docs/accuracy.md has their errors.
#include "elementary.h"

// From 1 on: 1 - e^-s, where s is a polynomial.
PURE float erf(float x) {
  const float q = x * x, size = magnitude(x), a = size > 4 ? 4 : size;
  const float near = polynomial(q, -0x1.268bc2p-11f, 0x1.420828p-8f, -0x1.b5937p-6f, 0x1.ce077cp-4f,
                                -0x1.81266p-2f, 0x1.20dd74p0f);
  const float s = polynomial(a, 0x1.bfc8cp-17f, -0x1.4da332p-12f, 0x1.c30b42p-9f, -0x1.72e87ap-6f,
                             0x1.a757aap-4f, 0x1.473142p-1f, 0x1.203eb2p0f, 0x1.886c4cp-11f);
  const Reduced e = reduced(-s, 0x1.8p23f + 127);
  const float r = e.rest, power = exp_of_rest(r) * as_float(as_uint(e.sum) << 23);
  const float small = x * near, large = with_sign_of(1 - power, x);
  return size < 1 ? small : large;
}

// e^(-x^2) times a polynomial of (x - 2) / (x + 2). x^2 is the exact square of the first 12 bits, plus a
// rest.
PURE float erfc(float x) {
  const float a = limited(magnitude(x), 0, 10.5f), first = as_float(as_uint(a) & 0xfffff000u);
  const float z = (a - 2) / (a + 2);
  const float size = polynomial(z, 0x1.bffe96p-14f, 0x1.070aa4p-14f, -0x1.e57576p-11f, -0x1.bfc4b8p-11f,
                                0x1.c94d32p-8f, 0x1.e97fccp-9f, -0x1.437c2cp-4f, 0x1.eeea62p-3f,
                                -0x1.b5703cp-2f, 0x1.058672p-2f);
  const Reduced e = reduced(-(first * first), MAGIC);
  const float r = e.rest - (a - first) * (a + first);
  const float of_number = scaled(size * exp_of_rest(r), e.sum);
  const float result = x == x ? of_number : x;  // `first` may have lost NaN
  return x < 0 ? 2 - result : result;
}

VECTORS_1(float, erf)
VECTORS_1(float, erfc)
