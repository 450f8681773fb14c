// SPDX-License-Identifier: Apache-2.0
// Sine, cosine and tangent of float, also of multiples of pi. Only rare arguments take a branch, so the functions become vectors over
// work-items. docs/accuracy.md has their errors.
#include "builtins.h"

#pragma OPENCL EXTENSION cl_khr_fp64 : enable

// ---- sine, cosine, tangent

typedef struct {
  float rest;    // radians, from -pi / 4 to pi / 4 or a little beyond
  int quadrant;  // multiples of pi / 2 to add
} Angle;

// The bits of 2 / pi after a word of zeros.
static constant uint kTwoByPi[] = {0,          0xa2f9836e, 0x4e441529, 0xfc2757d1,
                                   0xf534ddc0, 0xdb629599, 0x3c439041, 0xfe5163ab};

// Multiplies the mantissa with 2 / pi. Bits that only add multiples of 2 pi are left out.
static Angle reduce_large_angle(float x) {
  const uint bits = as_uint(magnitude(x)), place = (bits >> 23) - 120, shift = place & 31;
  constant uint* words = kTwoByPi + (place >> 5);
  const ulong mantissa = (bits & 0x7fffffu) | 0x800000u;
  const ulong next = words[2], high = ((ulong)words[0] << 32 | words[1]) << shift | next << shift >> 32;
  const ulong low = (next << 32 | words[3]) << shift >> 32;
  const ulong product = mantissa * high + (mantissa * low >> 32);  // 2^62 is pi / 2
  const int quadrant = (int)((product + (1ul << 61)) >> 62);
  const float rest = (float)((double)(long)(product - ((ulong)quadrant << 62)) * 0x1.921fb54442d18p-62);
  return (Angle){with_sign_of(rest, x) + (x - x), as_int(x) < 0 ? -quadrant : quadrant};
}

// For x from -2^20 to 2^20. n times pi / 2 is taken off in three parts, the first without rounding. No such x is so near
// to a multiple of pi / 2 that the error of the second counts. All parts are subtracted, which keeps the sign of zero.
static Angle reduce_small_angle_fused(float x) {
  const float sum = __builtin_fmaf(x, 0x1.45f306p-1f, 0x1.8p23f), n = sum - 0x1.8p23f;
  const float first = __builtin_fmaf(n, -0x1.921fb4p0f, x);
  const float second = __builtin_fmaf(n, -0x1.4442d0p-24f, first);
  return (Angle){__builtin_fmaf(n, -0x1.846988p-48f, second), as_int(sum)};
}

// For x from -2^20 to 2^20. In doubles, so that the rest is never far beyond pi / 4.
static Angle reduce_small_angle(float x) {
  if (quadcl_fuses()) return reduce_small_angle_fused(x);
  const double sum = x * 0x1.45f306dc9c883p-1 + 0x1.8p52, n = sum - 0x1.8p52;
  return (Angle){(float)((x - n * 0x1.921fb5p0) - n * 0x1.110b4611a6263p-26),
                 (int)as_ulong(sum)};  // n * ...p0 is exact
}

MERGED Angle quadcl_reduce_angle(float x) {
  if (__builtin_expect(magnitude(x) >= 0x1p20f, false)) return reduce_large_angle(x);
  return reduce_small_angle(x);
}

static float sine(float r) {
  const float q = r * r;
  return r * (1 + q * polynomial(q, 0x1.6c64b2p-19f, -0x1.a00ecep-13f, 0x1.11110ap-7f, -0x1.555556p-3f));
}

static float cosine(float r) {
  const float q = r * r;
  return 1 + q * polynomial(q, 0x1.9a7456p-16f, -0x1.6c0fd2p-10f, 0x1.555552p-5f, -0.5f);
}

static float sine_in_quadrant(float r, int quadrant) {
  const float s = sine(r), c = cosine(r), size = quadrant & 1 ? c : s;
  return as_float(as_int(size) ^ (quadrant & 2) << 30);
}

PURE float sin(float x) {
  const Angle angle = quadcl_reduce_angle(x);
  return sine_in_quadrant(angle.rest, angle.quadrant);
}

PURE float cos(float x) {
  const Angle angle = quadcl_reduce_angle(x);
  return sine_in_quadrant(angle.rest, angle.quadrant + 1);
}

static float tangent_of(Angle angle) {
  const float r = angle.rest, q = r * r;
  const float sum = polynomial(q, 0x1.1ec5a8p-8f, 0x1.82e614p-14f, 0x1.62f07cp-7f, 0x1.5cba4cp-6f, 0x1.bada4ap-5f,
                               0x1.110d9cp-3f, 0x1.55556p-2f);
  const float tangent = r + r * (q * sum);
  return (angle.quadrant & 1) != 0 ? -1 / tangent : tangent;
}

PURE float tan(float x) { return tangent_of(quadcl_reduce_angle(x)); }

// For the half_ functions, which are defined for x from -2^16 to 2^16. Beyond 2^20 the argument counts as 0,
// so that the result is in the function's range; it is NaN if x is infinite.
static Angle reduce_for_half(float x) { return reduce_small_angle(magnitude(x) < 0x1p20f ? x : x - x); }

PURE float half_sin(float x) {
  const Angle angle = reduce_for_half(x);
  return sine_in_quadrant(angle.rest, angle.quadrant);
}
PURE float half_cos(float x) {
  const Angle angle = reduce_for_half(x);
  return sine_in_quadrant(angle.rest, angle.quadrant + 1);
}
PURE float half_tan(float x) { return tangent_of(reduce_for_half(x)); }
PURE float native_tan(float x) { return half_tan(x); }

VECTORS_1(float, sin)
VECTORS_1(float, cos)
VECTORS_1(float, tan)
VECTORS_1(float, half_sin)
VECTORS_1(float, half_cos)
VECTORS_1(float, half_tan)
VECTORS_1(float, native_tan)

SINCOS(float)

// ---- the same of multiples of pi: results that are 0 or infinite have the signs of the specification (section 7.5.1)

// x without multiples of 2. From 2^23 on, x is an integer, and from 2^24 on, an even one.
static float within_turn(float x) {
  const float size = magnitude(x), near = x - 2 * ((x * 0.5f + 0x1.8p23f) - 0x1.8p23f);
  const float odd = size < 0x1p24f && (as_uint(x) & 1) != 0;
  return size < 0x1p23f ? near : odd + (x - x);
}

// An angle of x times pi.
static Angle turn(float x) {
  const float y = within_turn(x), sum = 2 * y + 0x1.8p23f, n = sum - 0x1.8p23f;
  return (Angle){(y - n * 0.5f) * 0x1.921fb6p1f, as_int(sum)};
}

// The magnitude of x, or a number that differs by a multiple of 2.
static float positive_turn(float x) {
  const float size = magnitude(x);
  if (__builtin_expect(size >= 0x1p22f, false)) return within_turn(size);
  return size;
}

// The sine of pi r, for r from -1/2 to 1/2, negated if the sum with a large number is odd. Zeros are positive. 2 r is apart,
// as the rest is small.
static float sine_of_turn(float r, float sum) {
  const float q = r * r;
  const float rest = q * polynomial(q, 0x1.3e56a4p-4f, -0x1.32587ep-1f, 0x1.46693ap1f, -0x1.4abbc6p2f) + 0x1.243f6ap0f;
  return as_float(as_uint(r * 2 + r * rest) ^ as_uint(sum) << 31) + 0.0f;
}

PURE float sinpi(float x) {
  const float y = positive_turn(x), sum = y + 0x1.8p23f;
  return with_sign_of(sine_of_turn(y - (sum - 0x1.8p23f), sum), x);
}

// With n the last integer before x, or one beside it: the sine of pi (n + 1/2 - x), negated if n is odd.
PURE float cospi(float x) {
  const float y = positive_turn(x), sum = (y - 0.5f) + 0x1.8p23f;
  return sine_of_turn(0.5f - (y - (sum - 0x1.8p23f)), sum);
}

PURE float tanpi(float x) {
  const Angle angle = turn(x);
  const float result = tangent_of(angle);
  const uint flip = (uint)(angle.quadrant & 2) << 30;
  if (angle.rest != 0) return result;
  return (angle.quadrant & 1) != 0 ? as_float(as_uint(INFINITY) ^ flip) : as_float((as_uint(x) & 0x80000000u) ^ flip);
}

VECTORS_1(float, sinpi)
VECTORS_1(float, cospi)
VECTORS_1(float, tanpi)
