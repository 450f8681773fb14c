// SPDX-License-Identifier: Apache-2.0
// Exponents of numbers.
#include "qpu.h"

// Results below the normal numbers are 0.
PURE float ldexp(float x, int n) {
  const int change = n > 300 ? 300 : n < -300 ? -300 : n, exponent = exponent_of(x) + change;
  const float result = as_float(as_int(x) + (change << 23));
  const float too_large = with_sign_of(INFINITY, x), too_small = with_sign_of(0, x);
  return exponent <= 0 | exponent_of(x) == 0 ? too_small : exponent >= 255 ? too_large : result;
}

PURE float logb(float x) {
  const int exponent = exponent_of(x);
  return exponent == 0 ? -INFINITY : exponent == 255 ? magnitude(x) : (float)(exponent - 127);
}

VECTORS_2(float, int, ldexp)
VECTORS_1(float, logb)
#define LDEXP_BY_ONE(width) \
  PURE float##width ldexp(float##width x, int n) { return ldexp(x, (int##width)(n)); }
LDEXP_BY_ONE(2) LDEXP_BY_ONE(3) LDEXP_BY_ONE(4) LDEXP_BY_ONE(8) LDEXP_BY_ONE(16)
