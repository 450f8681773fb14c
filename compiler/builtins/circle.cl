// SPDX-License-Identifier: Apache-2.0
// Sine, cosine and tangent of double, and their inverses. They have no branches, except for arguments from
// 2^20 on, so that they become vectors over work-items. docs/accuracy.md has their errors.
#include "builtins.h"

#pragma OPENCL EXTENSION cl_khr_fp64 : enable

PURE ulong mul_hi(ulong x, ulong y);
PURE double sqrt(double x);

typedef struct {
  double rest;   // radians, from -pi / 4 to pi / 4 or a little beyond
  int quadrant;  // multiples of pi / 2 to add
} Angle;

// The bits of 2 / pi after a word of zeros.
static constant ulong kTwoByPi[] = {
    0x0000000000000000, 0xa2f9836e4e441529, 0xfc2757d1f534ddc0, 0xdb6295993c439041, 0xfe5163abdebbc561,
    0xb7246e3a424dd2e0, 0x06492eea09d1921c, 0xfe1deb1cb129a73e, 0xe88235f52ebb4484, 0xe99c7026b45f7e41,
    0x3991d639835339f4, 0x9c845f8bbdf9283b, 0x1ff897ffde05980f, 0xef2f118b5a0a6d1f, 0x6d367ecf27cb09b7,
    0x4f463f669e5fea2d, 0x7527bac7ebe5f17b, 0x3d0739f78a5292ea, 0x6bfb5fb11f8d5d08, 0x56033046fc7b6bab};

// 64 bits: those from bit `shift` of the first of two words on.
static ulong window(constant ulong* words, uint shift) {
  return words[0] << shift | words[1] >> 1 >> (63 - shift);
}

// Multiplies the mantissa with 2 / pi. Bits that only add multiples of 2 pi are left out. The product has 128
// bits; 2^126 is pi / 2.
static Angle reduce_large_angle(double x) {
  const ulong bits = as_ulong(x);
  const uint place = (uint)(bits >> 52 & 0x7ff) - 1013, shift = place & 63;
  constant ulong* words = kTwoByPi + (place >> 6);
  const ulong mantissa = (bits & 0xffffffffffffful) | 0x10000000000000ul, second = window(words + 1, shift);
  const ulong low = mantissa * second + mul_hi(mantissa, window(words + 2, shift));
  const ulong carry = low < mantissa * second;
  const ulong high = mantissa * window(words, shift) + mul_hi(mantissa, second) + carry;
  const int quadrant = (int)((high + (1ul << 61)) >> 62);
  const long rest = (long)(high - ((ulong)quadrant << 62)), sign = rest >> 63;
  const double size = (double)(rest ^ sign) * 0x1p-62 + (double)(low ^ (ulong)sign) * 0x1p-126;
  const ulong signs = ((ulong)sign ^ bits) & 0x8000000000000000ul;
  return (Angle){as_double(as_ulong(size * 0x1.921fb54442d18p0) ^ signs) + (x - x),
                 (long)bits < 0 ? -quadrant : quadrant};
}

// n times either of the first two parts of pi / 2 is exact.
MERGED Angle quadcl_reduce_angle(double x) {
  if (__builtin_expect(as_double(as_ulong(x) & 0x7ffffffffffffffful) >= 0x1p20, false))
    return reduce_large_angle(x);
  const double sum = x * 0x1.45f306dc9c883p-1 + 0x1.8p52, n = sum - 0x1.8p52;
  const double rest = ((x - n * 0x1.921fb544p0) - n * 0x1.0b4611a6p-34) - n * 0x1.3198a2e037073p-69;
  return (Angle){rest, (int)as_long(sum)};
}

// Polynomials that interpolate at Chebyshev points.
static double sine(double r) {
  const double q = r * r;
  const double sum = polynomial(q, 0x1.5dfb39c3139b6p-33, -0x1.ae5fde7f12068p-26, 0x1.71de376b644ccp-19,
                                -0x1.a01a019e620eep-13, 0x1.1111111110b23p-7, -0x1.5555555555555p-3);
  return q == 0 ? r : r + r * (q * sum);  // the sum would lose the sign of -0
}

static double cosine(double r) {
  const double q = r * r;
  const double sum = polynomial(q, -0x1.906dbf4fda044p-37, 0x1.1eeb52a201da3p-29, -0x1.27e4fa0241f7cp-22,
                                0x1.a01a019f3dde1p-16, -0x1.6c16c16c1691fp-10, 0x1.5555555555555p-5);
  return 1 + q * (q * sum - 0.5);
}

static double sine_in_quadrant(double r, int quadrant) {
  const double s = sine(r), c = cosine(r), size = quadrant & 1 ? c : s;
  return as_double(as_ulong(size) ^ (ulong)(quadrant & 2) << 62);
}

PURE double sin(double x) {
  const Angle angle = quadcl_reduce_angle(x);
  return sine_in_quadrant(angle.rest, angle.quadrant);
}

PURE double cos(double x) {
  const Angle angle = quadcl_reduce_angle(x);
  return sine_in_quadrant(angle.rest, angle.quadrant + 1);
}

PURE double tan(double x) {
  const Angle angle = quadcl_reduce_angle(x);
  const double s = sine(angle.rest), c = cosine(angle.rest);
  const bool is_turned = (angle.quadrant & 1) != 0;
  return (is_turned ? -c : s) / (is_turned ? s : c);
}

VECTORS_1(double, sin)
VECTORS_1(double, cos)
VECTORS_1(double, tan)

SINCOS(double)

// ---- the same of multiples of pi: results that are 0 or infinite have the signs of the specification (section 7.5.1)

// x without multiples of 2. From 2^52 on, x is an integer, and from 2^53 on, an even one.
static double within_turn(double x) {
  const double size = as_double(as_ulong(x) & 0x7ffffffffffffffful), near = x - 2 * ((x * 0.5 + 0x1.8p52) - 0x1.8p52);
  const double odd = size < 0x1p53 && (as_ulong(x) & 1) != 0;
  return size < 0x1p52 ? near : odd + (x - x);
}

// An angle of x times pi.
static Angle turn(double x) {
  const double y = within_turn(x), sum = 2 * y + 0x1.8p52, n = sum - 0x1.8p52;
  return (Angle){(y - n * 0.5) * 0x1.921fb54442d18p1, (int)as_long(sum)};
}

// The magnitude of x, or a number that differs by a multiple of 2.
static double positive_turn(double x) {
  const double size = as_double(as_ulong(x) & 0x7ffffffffffffffful);
  if (__builtin_expect(size >= 0x1p51, false)) return within_turn(size);
  return size;
}

// The sine of pi r, for r from -1/2 to 1/2, negated if the sum with a large number is odd. Zeros are positive. 2 r is apart,
// as the rest is small.
static double sine_of_turn(double r, double sum) {
  const double q = r * r;
  const double rest = polynomial(q, 0x1.9bfd97f7ebe83p-21, -0x1.6f70d579a5cb7p-16, 0x1.e8f328d72b4d4p-12,
                                 -0x1.e3074d30b1363p-8, 0x1.50783483ecae1p-4, -0x1.32d2cce62530cp-1,
                                 0x1.466bc6775aa36p1, -0x1.4abbce625be52p2);
  return as_double(as_ulong(r * 2 + r * (q * rest + 0x1.243f6a8885a31p0)) ^ as_ulong(sum) << 63) + 0.0;
}

PURE double sinpi(double x) {
  const double y = positive_turn(x), sum = y + 0x1.8p52;
  const double size = sine_of_turn(y - (sum - 0x1.8p52), sum);
  return as_double(as_ulong(size) ^ (as_ulong(x) & 0x8000000000000000ul));
}

// With n the last integer before x, or one beside it: the sine of pi (n + 1/2 - x), negated if n is odd.
PURE double cospi(double x) {
  const double y = positive_turn(x), sum = (y - 0.5) + 0x1.8p52;
  return sine_of_turn(0.5 - (y - (sum - 0x1.8p52)), sum);
}

PURE double tanpi(double x) {
  const Angle angle = turn(x);
  const double s = sine(angle.rest), c = cosine(angle.rest);
  const bool is_turned = (angle.quadrant & 1) != 0;
  const double result = (is_turned ? -c : s) / (is_turned ? s : c);
  const ulong flip = (ulong)(angle.quadrant & 2) << 62;
  if (angle.rest != 0) return result;
  return is_turned ? as_double(as_ulong((double)INFINITY) ^ flip) : as_double((as_ulong(x) & 0x8000000000000000ul) ^ flip);
}

VECTORS_1(double, sinpi)
VECTORS_1(double, cospi)
VECTORS_1(double, tanpi)

// ---- the angle of a point

// (atan(z) - z) / z^3 for z^2 up to tan(pi / 8)^2, a polynomial through Chebyshev points.
static double atan_rest(double q) {
  return polynomial(q, -0x1.39b562071adddp-6, 0x1.412ff26d0de22p-5, -0x1.a08801ffa7693p-5,
                    0x1.dfe2eb7b16acap-5, -0x1.10fa460777341p-4, 0x1.3b125f7ecb3fep-4, -0x1.745d0b01b986ap-4,
                    0x1.c71c718447f81p-4, -0x1.249249243498fp-3, 0x1.999999999932ep-3, -0x1.5555555555555p-2);
}

// atan(a / b) for positive a and b: an angle from 0 to pi / 8, or pi / 4 plus one from -pi / 8 to 0.
static double angle_of(double a, double b) {
  const bool is_half = a > b * 0x1.a827999fcef32p-2;
  const double z = (is_half ? a - b : a) / (is_half ? a + b : b), q = z * z;
  const double of_eighth = z * (q * atan_rest(q)) + (is_half ? 0x1.1a62633145c07p-55 : 0);
  return (is_half ? 0x1.921fb54442d18p-1 : 0) + (z + of_eighth);
}

// pi / 2 - angle.
static double rest_of_quarter(double angle) { return 0x1.921fb54442d18p0 - (angle - 0x1.1a62633145c07p-54); }

PURE double atan(double x) {
  const ulong sign = 0x8000000000000000ul;
  const double size = as_double(as_ulong(x) & ~sign);
  const bool is_steep = size > 1;
  const double part = angle_of(is_steep ? 1 : size, is_steep ? size : 1);
  const double angle = is_steep ? rest_of_quarter(part) : part;
  return as_double(as_ulong(angle) ^ (as_ulong(x) & sign));
}

// The angle to the x axis is an angle from 0 to pi / 4, or pi / 2 minus such an angle.
PURE double atan2(double y, double x) {
  const ulong sign = 0x8000000000000000ul;
  const double height = as_double(as_ulong(y) & ~sign), width = as_double(as_ulong(x) & ~sign);
  const bool is_steep = height > width, is_left = ((as_ulong(x) & sign) != 0) & ((width != 0) | (height == 0));
  const double large = is_steep ? height : width, small = is_steep ? width : height;
  const double scale = large > 0x1p1000 ? 0x1p-100 : large < 0x1p-900 ? 0x1p100 : 1;
  const bool is_infinite = large == INFINITY, is_zero = large == 0;
  const double a = is_infinite ? small == INFINITY : small * scale;
  const double b = is_infinite || is_zero ? 1 : large * scale;
  const double flat = angle_of(a, b), steep = rest_of_quarter(flat), right = is_steep ? steep : flat;
  const double left = 0x1.921fb54442d18p1 - (right - 0x1.1a62633145c07p-53), angle = is_left ? left : right;
  const double with_sign = as_double(as_ulong(angle) ^ (as_ulong(y) & sign));
  return ((y != y) | (x != x)) ? x + y : with_sign;
}

PURE double atanpi(double x) { return atan(x) * 0x1.45f306dc9c883p-2; }
PURE double atan2pi(double y, double x) { return atan2(y, x) * 0x1.45f306dc9c883p-2; }

// (asin(sqrt(q)) / sqrt(q) - 1) / q for q from 0 to 1/4.
static double asin_rest(double q) {
  return polynomial(q, 0x1.056d6c813a1d3p-5, -0x1.09d32833a132cp-6, 0x1.3ff4a990b2acep-6, 0x1.abcf5cd7c4303p-8,
                    0x1.8ec2fca60444ep-7, 0x1.c6fdc1aaa5332p-7, 0x1.1c6be1a687738p-6, 0x1.6e89f440197a7p-6,
                    0x1.f1c72c38fb342p-6, 0x1.6db6db427a4f8p-5, 0x1.333333336e80fp-4, 0x1.555555555539p-3);
}

typedef struct {
  double angle;
  bool is_large;
} Arc;

// For size from 1/2 on, asin(size) is pi / 2 - 2 angle.
static Arc arc(double x) {
  const double size = as_double(as_ulong(x) & 0x7ffffffffffffffful);
  const bool is_large = size > 0.5;
  const double q = is_large ? 0.5 - 0.5 * size : size * size, z = is_large ? sqrt(q) : size;
  return (Arc){z + z * (q * asin_rest(q)), is_large};
}

PURE double asin(double x) {
  const Arc a = arc(x);
  const double angle = a.is_large ? rest_of_quarter(2 * a.angle) : a.angle;
  return as_double(as_ulong(angle) ^ (as_ulong(x) & 0x8000000000000000ul));
}

PURE double acos(double x) {
  const Arc a = arc(x);
  const double angle = as_double(as_ulong(a.angle) ^ (as_ulong(x) & 0x8000000000000000ul));
  const double large = 2 * angle, from_left = 0x1.921fb54442d18p1 + (large + 0x1.1a62633145c07p-53);
  return a.is_large ? ((long)as_ulong(x) < 0 ? from_left : large) : rest_of_quarter(angle);
}

PURE double asinpi(double x) { return asin(x) * 0x1.45f306dc9c883p-2; }
PURE double acospi(double x) { return acos(x) * 0x1.45f306dc9c883p-2; }

VECTORS_1(double, asin)
VECTORS_1(double, acos)
VECTORS_1(double, asinpi)
VECTORS_1(double, acospi)
VECTORS_1(double, atan)
VECTORS_1(double, atanpi)
VECTORS_2(double, double, atan2)
VECTORS_2(double, double, atan2pi)
