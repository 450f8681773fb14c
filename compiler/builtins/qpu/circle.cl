// SPDX-License-Identifier: Apache-2.0
// Sine, cosine and tangent of any angle. Only angles from 400 on take a branch.
#include "qpu.h"

#define LARGE_ANGLE 400

// The first two parts of pi have so few bits that their multiples are exact.
#define FIRST_OF_PI 0x1.921ep1f
#define SECOND_OF_PI 0x1.b544p-15f
#define THIRD_OF_PI 0x1.0b4610p-33f

// What is left of an angle without multiples of a part of the circle, as the sum of two numbers, and how many
// these were, in the lowest bits.
typedef struct {
  float rest, low;
  uint count;
} Angle;

// The first 224 bits of 1 / pi, after zeros for its integer part.
constant uint kInverse[] = {0x00000000u, 0x517cc1b7u, 0x27220a94u, 0xfe13abe8u,
                            0xfa9a6ee0u, 0x6db14accu, 0x9e21c820u, 0xff28b1d5u};

static uint word_at(int place, int shift) {
  return kInverse[place] << shift | (kInverse[place + 1] >> 1) >> (31 - shift);
}

// A large angle's magnitude in turns, of which 2^64 is one. It is a mantissa of 24 bits times a power of two,
// so three words of the inverse have all that counts.
static ulong turns_of(float x) {
  const int exponent = (int)(as_uint(x) >> 23 & 0xff) - 150;
  const uint mantissa = (as_uint(x) & 0x7fffffu) | 0x800000u;
  const int place = (exponent + 31) >> 5, shift = (exponent + 31) & 31;
  const uint first = word_at(place, shift), second = word_at(place + 1, shift),
             third = word_at(place + 2, shift);
  const ulong lower = (ulong)mantissa * second + ((ulong)mantissa * third >> 32);
  return lower + ((ulong)(mantissa * first) << 32);
}

// The sum of two numbers whose second is the smaller one.
static Angle sum_of(float x, float y, uint count) {
  const float sum = x + y;
  return (Angle){sum, (x - sum) + y, count};
}

// A signed number of turns as an angle: the number in two floats, times pi in two.
static Angle angle_of(long turns, uint count) {
  const int high = (int)(turns >> 32);
  const float first = (float)high,
              second = (float)(high - (int)first) * 0x1p32f + (float)(int)((uint)turns >> 8) * 0x1p8f;
  const Angle number = sum_of(first * 0x1p32f, second, 0);
  const float start = first_bits(number.rest), left = (number.rest - start) + number.low;
  return sum_of(start * 0x1.92p-62f, start * 0x1.fb5444p-74f + left * 0x1.921fb6p-62f, count);
}

static Angle with_sign(Angle angle, float x) {
  return (Angle){with_sign_of(angle.rest, x), with_sign_of(angle.low, x), angle.count};
}

// With a quarter of a turn added for `quarter` 1, without multiples of half a turn.
static Angle large_half_turns(float x, uint quarter) {
  const ulong turns = turns_of(x) + ((ulong)quarter << 62);
  const uint count = (uint)((turns + (1ul << 62)) >> 63);
  const Angle angle = angle_of((long)(turns - ((ulong)count << 63)), count);
  return quarter != 0 ? angle : with_sign(angle, x);
}

static Angle large_quarter_turns(float x) {
  const ulong turns = turns_of(x);
  const uint count = (uint)((turns + (1ul << 61)) >> 62);
  return with_sign(angle_of((long)(turns - ((ulong)count << 62)), count), x);
}

// x without n times pi, where n has no more than 8 bits. The first two differences are exact but for what
// `low` keeps. No such x is so near to a multiple of pi / 2 that the error of the last part counts.
static Angle without_half_turns(float x, float n, uint count) {
  const float first = x - n * FIRST_OF_PI, second = n * SECOND_OF_PI, rest = first - second;
  return (Angle){rest, ((first - rest) - second) - n * THIRD_OF_PI, count};
}

// Relaxed programs have no exact sines of large angles.
static bool is_large(float x) {
  return !quadcl_relaxes() && __builtin_expect(!(magnitude(x) < LARGE_ANGLE), false);
}

static Angle half_turns(float x) {
  if (is_large(x)) return large_half_turns(x, 0);
  const float sum = (x * 0x1.45f306p-2f + 0.5f) + MAGIC;
  return without_half_turns(x, sum - MAGIC, as_uint(sum));
}

// The same for x with a quarter of a turn added.
static Angle half_turns_from_quarter(float x) {
  if (is_large(x)) return large_half_turns(x, 1);
  const float sum = x * 0x1.45f306p-2f + (MAGIC + 1);
  return without_half_turns(x, (sum - (MAGIC + 1)) + 0.5f, as_uint(sum));
}

static Angle quarter_turns(float x) {
  if (is_large(x)) return large_quarter_turns(x);
  const float sum = (x * 0x1.45f306p-1f + 0.5f) + MAGIC;
  return without_half_turns(x, (sum - MAGIC) * 0.5f, as_uint(sum));
}

// Of an angle from -pi / 2 to pi / 2.
static float sine_of(Angle angle) {
  const float r = angle.rest, q = r * r;
  const float sum = polynomial(q, 0x1.5d48c4p-19f, -0x1.9f70eep-13f, 0x1.110edap-7f, -0x1.55554cp-3f);
  return as_float(as_uint(r + (angle.low + r * q * sum)) ^ angle.count << 31);
}

PURE float sin(float x) { return sine_of(half_turns(x)); }
PURE float cos(float x) { return sine_of(half_turns_from_quarter(x)); }

// Of an angle from -pi / 4 to pi / 4, plus quarters of a turn. It is the sum of two numbers, too.
static float tangent_of(Angle angle) {
  const float r = angle.rest, q = r * r;
  const float sum = polynomial(q, 0x1.3419bap-7f, 0x1.954c40p-9f, 0x1.90882ep-6f, 0x1.b582acp-5f,
                               0x1.112df6p-3f, 0x1.5554dep-2f);
  const float more = angle.low + r * q * sum, tangent = r + more, lost = (r - tangent) + more;
  const float y = quadcl_sfu_reciprocal(tangent), error = (1 - tangent * y) - lost * y;
  const float inverse = y + y * error * (1 + error);
  return (angle.count & 1) != 0 ? -inverse : tangent;
}

PURE float tan(float x) { return tangent_of(quarter_turns(x)); }

// Without care for large angles and for small results.
static float quick_sine(float turns, float sum, float r) {
  const float q = r * r, size = r * (0x1.91f5bcp1f + q * (-0x1.491d8ap2f + q * 0x1.2aeae4p1f));
  return as_float(as_uint(size) ^ as_uint(sum) << 31);
}

PURE float native_sin(float x) {
  const float turns = x * 0x1.45f306p-2f, sum = (turns + 0.5f) + MAGIC;
  return quick_sine(turns, sum, turns - (sum - MAGIC));
}

PURE float native_cos(float x) {
  const float turns = x * 0x1.45f306p-2f, sum = turns + (MAGIC + 1);
  return quick_sine(turns, sum, (turns - (sum - (MAGIC + 1))) - 0.5f);
}

PURE float native_tan(float x) { return native_sin(x) * quadcl_sfu_reciprocal(native_cos(x)); }

PURE float half_sin(float x) { return sin(x); }
PURE float half_cos(float x) { return cos(x); }
PURE float half_tan(float x) { return tan(x); }

VECTORS_1(float, sin)
VECTORS_1(float, cos)
VECTORS_1(float, tan)
VECTORS_1(float, native_sin)
VECTORS_1(float, native_cos)
VECTORS_1(float, native_tan)
VECTORS_1(float, half_sin)
VECTORS_1(float, half_cos)
VECTORS_1(float, half_tan)

// ---- the same of multiples of pi

// From 2^24 on, x is an even integer, which is as good as 0.
static float within_integers(float x) {
  const float size = magnitude(x);
  return size < 0x1p24f ? size : 0;
}

// Of pi r, for r from -1/2 to 1/2, negated for odd counts. 2 r is apart, as the rest is small.
static float sine_of_turn(float r, int count) {
  const float q = r * r;
  const float rest =
      q * polynomial(q, 0x1.3e56a4p-4f, -0x1.32587ep-1f, 0x1.46693ap1f, -0x1.4abbc6p2f) + 0x1.243f6ap0f;
  return as_float(as_uint(r * 2 + r * rest) ^ (uint)count << 31);
}

PURE float sinpi(float x) {
  const float y = within_integers(x);
  const int count = quadcl_to_integer(y + 0.5f);
  return with_sign_of(sine_of_turn(y - (float)count, count), x);
}

PURE float cospi(float x) {
  const float y = within_integers(x);
  const int count = quadcl_to_integer(y);
  return sine_of_turn(0.5f - (y - (float)count), count);
}

PURE float tanpi(float x) {
  const float y = within_integers(x);
  const int count = quadcl_to_integer(2 * y + 0.5f);
  // Times 2^30 so far, since parts of small numbers are smaller ones.
  const float r = (y - (float)count * 0.5f) * 0x1p30f, start = first_bits(r);
  const Angle angle =
      sum_of(start * 0x1.92p1f, start * 0x1.fb5444p-11f + (r - start) * 0x1.921fb6p1f, (uint)count);
  return with_sign_of(tangent_of((Angle){angle.rest * 0x1p-30f, angle.low * 0x1p-30f, angle.count}), x);
}

VECTORS_1(float, sinpi)
VECTORS_1(float, cospi)
VECTORS_1(float, tanpi)

// ---- sine and cosine together, by pointers to each address space

#define SINCOS_VECTOR(space, width)                                     \
  OVERLOAD float##width sincos(float##width x, space float##width* c) { \
    *c = cos(x);                                                        \
    return sin(x);                                                      \
  }
#define SINCOS_VECTORS(space) \
  SINCOS_VECTOR(space, )      \
  SINCOS_VECTOR(space, 2)     \
  SINCOS_VECTOR(space, 3) SINCOS_VECTOR(space, 4) SINCOS_VECTOR(space, 8) SINCOS_VECTOR(space, 16)
SINCOS_VECTORS(private)
SINCOS_VECTORS(local)
SINCOS_VECTORS(global)
