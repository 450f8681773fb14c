// SPDX-License-Identifier: Apache-2.0
// The error functions.
#include "qpu.h"

PURE float exp(float x);

// From 1 on: 1 - e^-s, where s is a polynomial.
PURE float erf(float x) {
  const float q = x * x, a = smaller(magnitude(x), 4);
  const float near = polynomial(q, -0x1.268bc2p-11f, 0x1.420828p-8f, -0x1.b5937p-6f, 0x1.ce077cp-4f,
                                -0x1.81266p-2f, 0x1.20dd74p0f);
  const float s = polynomial(a, 0x1.bfc8cp-17f, -0x1.4da332p-12f, 0x1.c30b42p-9f, -0x1.72e87ap-6f,
                             0x1.a757aap-4f, 0x1.473142p-1f, 0x1.203eb2p0f, 0x1.886c4cp-11f);
  return a < 1 ? x * near : with_sign_of(1 - exp(-s), x);
}

// e^(-x^2) times a polynomial of (x - 2) / (x + 2). x^2 is the exact square of the first 12 bits, plus a
// rest.
PURE float erfc(float x) {
  const float a = smaller(magnitude(x), 10.5f), first = first_bits(a), z = (a - 2) * reciprocal(a + 2);
  const float size =
      polynomial(z, 0x1.bffe96p-14f, 0x1.070aa4p-14f, -0x1.e57576p-11f, -0x1.bfc4b8p-11f, 0x1.c94d32p-8f,
                 0x1.e97fccp-9f, -0x1.437c2cp-4f, 0x1.eeea62p-3f, -0x1.b5703cp-2f, 0x1.058672p-2f);
  const float rest = (first - a) * (a + first);
  const float power = polynomial(rest, 0x1.555556p-5f, 0x1.555556p-3f, 0.5f, 1, 1);
  const float result = exp(-(first * first)) * (size * power);
  return x < 0 ? 2 - result : result;
}

VECTORS_1(float, erf)
VECTORS_1(float, erfc)
