// SPDX-License-Identifier: Apache-2.0
// Exponentials: 2^whole * e^rest. The whole number is the one below, because sums truncate. Results above the
// largest number are infinite, those below the smallest are 0.
#include "series.h"

// The last bits of the sum with it are the exponent of 2^whole.
#define BIASED_MAGIC (MAGIC + 127)

static float power_of_two(float sum) { return as_float(as_uint(sum) << 23); }

static float within_exponents(float x) { return larger(smaller(x, 128), -127); }

PURE float exp2(float x) {
  const float y = within_exponents(x), sum = y + BIASED_MAGIC, r = y - (sum - BIASED_MAGIC), q = r * r;
  const float upper = (0x1.3cfd82p-7f + 0x1.472f38p-10f * r) + 0x1.c45d80p-13f * q;
  const float middle = 0x1.ebfd3ap-3f + 0x1.c68b76p-5f * r;
  return (1 + r * (0x1.62e42cp-1f + r * (middle + q * upper))) * power_of_two(sum);
}

// The first of two parts of ln 2 and of log10 2 has so few bits that its multiples are exact.
PURE float exp(float x) {
  const float sum = within_exponents(x * 0x1.715476p0f) + BIASED_MAGIC, whole = sum - BIASED_MAGIC;
  return exp_of_rest((x - whole * 0x1.63p-1f) + whole * 0x1.bd0106p-13f) * power_of_two(sum);
}

PURE float exp10(float x) {
  const float sum = within_exponents(x * 0x1.a934f0p1f) + BIASED_MAGIC, whole = sum - BIASED_MAGIC;
  const float r = (x - whole * 0x1.34p-2f) - whole * 0x1.04d428p-12f, q = r * r;
  const float upper = (0x1.2d9dd8p0f + 0x1.024610p-1f * r) + 0x1.2933a2p-2f * q;
  const float middle = 0x1.53534cp1f + 0x1.045a72p1f * r;
  return (1 + r * (0x1.26bb18p1f + r * (middle + q * upper))) * power_of_two(sum);
}

PURE float native_exp2(float x) { return quadcl_sfu_exp2(x); }
PURE float native_exp(float x) { return quadcl_sfu_exp2(x * 0x1.715476p0f); }
PURE float native_exp10(float x) { return quadcl_sfu_exp2(x * 0x1.a934f0p1f); }
PURE float half_exp2(float x) { return quadcl_sfu_exp2(x); }
PURE float half_exp(float x) { return quadcl_sfu_exp2(x * 0x1.715476p0f); }
PURE float half_exp10(float x) { return quadcl_sfu_exp2(x * 0x1.a934f0p1f); }

VECTORS_1(float, exp2)
VECTORS_1(float, exp)
VECTORS_1(float, exp10)
VECTORS_1(float, native_exp2)
VECTORS_1(float, native_exp)
VECTORS_1(float, native_exp10)
VECTORS_1(float, half_exp2)
VECTORS_1(float, half_exp)
VECTORS_1(float, half_exp10)
