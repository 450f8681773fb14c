// SPDX-License-Identifier: Apache-2.0
// The error functions of double without branches, computed as in errors.cl. docs/accuracy.md has their
// errors.
#include "wide_elementary.h"

// e^(-x^2) / (x + 2) times a polynomial of (x - 2) / (x + 2), for x from 0. x^2 is the exact square of the
// first 26 bits, plus a rest.
static double positive_erfc(double x) {
  const double a = x > 27.5 ? 27.5 : x, first = as_double(as_ulong(a) & 0xfffffffff8000000ul);
  const double inverse = 1 / (a + 2), z = (a - 2) * inverse;
  double size = -0x1.ec4dbf50d1132p-28;
  size = size * z - 0x1.a8f089ce393b1p-30;
  size = size * z + 0x1.4c43e17146565p-24;
  size = size * z + 0x1.98daaf3b596a2p-24;
  size = size * z - 0x1.0f51305e7a56p-22;
  size = size * z - 0x1.68d176f7b1db6p-21;
  size = size * z - 0x1.5671708735425p-24;
  size = size * z + 0x1.15daf86717659p-19;
  size = size * z + 0x1.f0bff38c6ca1ep-19;
  size = size * z - 0x1.369cfe846b353p-20;
  size = size * z - 0x1.0ee652ed96bfp-16;
  size = size * z - 0x1.6bd562bda89f7p-16;
  size = size * z + 0x1.1e86b6173270fp-15;
  size = size * z + 0x1.2ef8fa129c5a3p-13;
  size = size * z + 0x1.2050f63048e21p-15;
  size = size * z - 0x1.5ba42dac8c5ecp-11;
  size = size * z - 0x1.b6fbf3d6c9e5cp-11;
  size = size * z + 0x1.9517bb374c936p-9;
  size = size * z + 0x1.a89eafec9bbc6p-8;
  size = size * z - 0x1.606e4154d9e2ap-6;
  size = size * z - 0x1.2a88e6107241cp-5;
  size = size * z + 0x1.1e2deea6b1029p-2;
  size = size * z - 0x1.5fd386754f011p-1;
  size = size * z + 0x1.058671b52c776p0;
  const WideReduced e = wide_reduced(-(first * first), WIDE_MAGIC);
  const double r = e.rest - (a - first) * (a + first);
  const double result = wide_scaled(size * inverse * wide_exp_of_rest(r), e.sum);
  return x == x ? result : x;  // `first` may have lost NaN
}

PURE double erfc(double x) {
  const double result = positive_erfc(wide_magnitude(x));
  return x < 0 ? 2 - result : result;
}

static double erf_of(double x, bool branches) {
  const double q = x * x, size = wide_magnitude(x);
  const double near = polynomial(q, -0x1.ab15c51d2ebebp-31, 0x1.d6e3ddfeb1f49p-27, -0x1.5bfe76384472p-23,
                                 0x1.b97e44280cfb9p-20, -0x1.f4ca204c771c5p-17, 0x1.f9a2b75531772p-14,
                                 -0x1.c02db0149d904p-11, 0x1.565bccf7e2856p-8, -0x1.b82ce311ee09bp-6,
                                 0x1.ce2f21a0408d1p-4, -0x1.812746b0379b2p-2, 0x1.20dd750429b6dp0);
  if (branches && size < 1) return x * near;
  const double small = x * near, large = wide_with_sign_of(1 - positive_erfc(size), x);
  return size < 1 ? small : large;
}
PURE double erf(double x) { return erf_of(x, true); }
static double flat_erf(double x) { return erf_of(x, false); }

VECTORS_1_WITH_FLAT(double, erf, flat_erf)
VECTORS_1(double, erfc)
