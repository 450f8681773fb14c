// SPDX-License-Identifier: Apache-2.0
// Remainders, exact.
#include "wide_elementary.h"

PURE double ldexp(double x, int n);

// ---- float

typedef struct {
  float rest;     // of |x| / |y|, from 0
  uint quotient;  // its low bits
  bool above;     // the rest is nearer to |y| than to 0, or equally near and the quotient is odd
} Division;

// Long division of doubles, about 28 bits per step, so that products are exact. x is finite, y neither zero
// nor NaN; both are positive.
static Division divide(float x, float y) {
  const double divisor = y;
  double rest = x;
  uint quotient = 0;
  while (rest >= divisor) {
    const int distance = (int)(as_ulong(rest) >> 52) - (int)(as_ulong(divisor) >> 52) - 27;
    const int shift = distance > 0 ? distance : 0;
    const double step = divisor * as_double((long)(shift + 1023) << 52), sum = rest / step + 0x1p52,
                 over = rest - (sum - 0x1p52) * step;
    const uint digits = (uint)as_ulong(sum) - (over < 0 ? 1 : 0);
    rest = over < 0 ? over + step : over;
    quotient += shift < 32 ? digits << shift : 0;
  }
  const double twice = 2 * rest;
  return (Division){(float)rest, quotient, twice > divisor || (twice == divisor && (quotient & 1))};
}

static bool divides(float x, float y) { return magnitude(x) < INFINITY && y == y && y != 0; }

// x - n y for the integer n nearest to a quotient from 0 to 2^22, or one beside it. The product is exact.
typedef struct {
  float rest, quotient;
} Nearest;

static Nearest near_division(float x, float y, float quotient) {
  const float n = (quotient + 0x1.8p23f) - 0x1.8p23f;
  return (Nearest){quadcl_fuses() ? __builtin_fmaf(-n, y, x) : (float)(x - (double)n * y), n};
}

// The long way, for large quotients, infinity, NaN and 0.
static float long_fmod(float x, float y) {
  return divides(x, y) ? with_sign_of(divide(magnitude(x), magnitude(y)).rest, x) : NAN;
}

PURE float fmod(float x, float y) {
  const float a = magnitude(x), b = magnitude(y), quotient = a / b;
  if (__builtin_expect(!(quotient < 0x1p22f && b < INFINITY), false)) return long_fmod(x, y);
  const float rest = near_division(a, b, quotient).rest;
  return with_sign_of(rest < 0 ? rest + b : rest, x);
}

static float long_nearest_rest(float x, float y, int* quotient) {
  *quotient = 0;
  if (!divides(x, y)) return NAN;
  const Division division = divide(magnitude(x), magnitude(y));
  const int low = (int)((division.quotient + (division.above ? 1 : 0)) & 0x7fu);
  *quotient = (as_int(x) ^ as_int(y)) < 0 ? -low : low;
  return with_sign_of(division.above ? division.rest - magnitude(y) : division.rest, x);
}

// The rounded quotient is a tie if the exact one is. If it is a tie for another reason, n may be the next
// integer.
static OVERLOAD float nearest_rest(float x, float y, int* quotient) {
  const float a = magnitude(x), b = magnitude(y), ratio = a / b;
  if (__builtin_expect(!(ratio < 0x1p22f && b < INFINITY), false)) return long_nearest_rest(x, y, quotient);
  const Nearest near = near_division(a, b, ratio);
  const int up = near.rest > b - near.rest, down = -near.rest > b + near.rest;
  const int low = (as_int(near.quotient + 0x1p23f) + up - down) & 0x7f;
  *quotient = (as_int(x) ^ as_int(y)) < 0 ? -low : low;
  const float lowered = up ? near.rest - b : near.rest;
  return with_sign_of(down ? near.rest + b : lowered, x);
}

PURE float remainder(float x, float y) {
  int quotient;
  return nearest_rest(x, y, &quotient);
}

VECTORS_2(float, float, fmod)
VECTORS_2(float, float, remainder)

// ---- double

typedef struct {
  double rest;
  uint quotient;
  bool above;
} WideDivision;

// x is mantissa 2^(exponent - 1075).
typedef struct {
  ulong mantissa;
  int exponent;
} Parts;

static Parts parts_of(double x) {
  const ulong bits = as_ulong(x), fraction = bits & 0xffffffffffffful;
  const int exponent = (int)(bits >> 52);
  return exponent == 0 ? (Parts){fraction, 1} : (Parts){fraction | 0x10000000000000ul, exponent};
}

// Long division of mantissas, ten bits per step. x is finite, y neither zero nor NaN; both are positive.
static WideDivision divide_wide(double x, double y) {
  if (x < y) return (WideDivision){x, 0, 2 * x > y};
  const Parts dividend = parts_of(x), divisor = parts_of(y);
  ulong rest = dividend.mantissa % divisor.mantissa;
  uint quotient = (uint)(dividend.mantissa / divisor.mantissa);
  for (int left = dividend.exponent - divisor.exponent; left > 0;) {
    const int step = left < 10 ? left : 10;
    const ulong part = rest << step;
    quotient = (quotient << step) + (uint)(part / divisor.mantissa);
    rest = part % divisor.mantissa;
    left -= step;
  }
  const bool above = 2 * rest > divisor.mantissa || (2 * rest == divisor.mantissa && (quotient & 1));
  return (WideDivision){ldexp((double)rest, divisor.exponent - 1075), quotient, above};
}

static bool divides_wide(double x, double y) { return wide_magnitude(x) < INFINITY && y == y && y != 0; }

// x - n y for the integer n nearest to a quotient from 0 to 2^51, or one beside it. Only the difference is rounded, and it
// needs no rounding.
typedef struct {
  double rest, quotient;
} WideNearest;

static WideNearest near_wide_division(double x, double y, double quotient) {
  const double n = (quotient + 0x1.8p52) - 0x1.8p52;
  return (WideNearest){__builtin_fma(-n, y, x), n};
}

static double long_wide_fmod(double x, double y) {
  return divides_wide(x, y) ? wide_with_sign_of(divide_wide(wide_magnitude(x), wide_magnitude(y)).rest, x) : NAN;
}

PURE double fmod(double x, double y) {
  const double a = wide_magnitude(x), b = wide_magnitude(y), quotient = a / b;
  if (__builtin_expect(!(quotient < 0x1p50 && b < INFINITY), false)) return long_wide_fmod(x, y);
  const double rest = near_wide_division(a, b, quotient).rest;
  return wide_with_sign_of(rest < 0 ? rest + b : rest, x);
}

static double long_nearest_wide_rest(double x, double y, int* quotient) {
  *quotient = 0;
  if (!divides_wide(x, y)) return NAN;
  const WideDivision division = divide_wide(wide_magnitude(x), wide_magnitude(y));
  const int low = (int)((division.quotient + (division.above ? 1 : 0)) & 0x7fu);
  *quotient = (as_long(x) ^ as_long(y)) < 0 ? -low : low;
  return wide_with_sign_of(division.above ? division.rest - wide_magnitude(y) : division.rest, x);
}

// As for float.
static OVERLOAD double nearest_rest(double x, double y, int* quotient) {
  const double a = wide_magnitude(x), b = wide_magnitude(y), ratio = a / b;
  if (__builtin_expect(!(ratio < 0x1p50 && b < INFINITY), false)) return long_nearest_wide_rest(x, y, quotient);
  const WideNearest near = near_wide_division(a, b, ratio);
  const int up = near.rest > b - near.rest, down = -near.rest > b + near.rest;
  const int low = ((int)as_ulong(near.quotient + 0x1p52) + up - down) & 0x7f;
  *quotient = (as_long(x) ^ as_long(y)) < 0 ? -low : low;
  const double lowered = up ? near.rest - b : near.rest;
  return wide_with_sign_of(down ? near.rest + b : lowered, x);
}

PURE double remainder(double x, double y) {
  int quotient;
  return nearest_rest(x, y, &quotient);
}

VECTORS_2(double, double, fmod)
VECTORS_2(double, double, remainder)

// ---- both

#define REMQUO_HALVES(type, space, half, whole)                                    \
  OVERLOAD type##whole remquo(type##whole x, type##whole y, space int##whole* q) { \
    int##half low, high;                                                           \
    const type##half a = remquo(x.lo, y.lo, (private int##half*)&low);             \
    const type##half b = remquo(x.hi, y.hi, (private int##half*)&high);            \
    *q = (int##whole)(low, high);                                                  \
    return (type##whole)(a, b);                                                    \
  }
#define REMQUO(type, space)                                                                 \
  OVERLOAD type remquo(type x, type y, space int* q) {                                      \
    int quotient;                                                                           \
    const type rest = nearest_rest(x, y, &quotient);                                        \
    *q = quotient;                                                                          \
    return rest;                                                                            \
  }                                                                                         \
  OVERLOAD type##2 remquo(type##2 x, type##2 y, space int2* q) {                            \
    int a, b;                                                                               \
    const type##2 rest = (type##2)(nearest_rest(x.x, y.x, &a), nearest_rest(x.y, y.y, &b)); \
    *q = (int2)(a, b);                                                                      \
    return rest;                                                                            \
  }                                                                                         \
  OVERLOAD type##3 remquo(type##3 x, type##3 y, space int3* q) {                            \
    int a, b, c;                                                                            \
    const type##3 rest = (type##3)(nearest_rest(x.x, y.x, &a), nearest_rest(x.y, y.y, &b),  \
                                 nearest_rest(x.z, y.z, &c));                               \
    *q = (int3)(a, b, c);                                                                   \
    return rest;                                                                            \
  }                                                                                         \
  REMQUO_HALVES(type, space, 2, 4) REMQUO_HALVES(type, space, 4, 8) REMQUO_HALVES(type, space, 8, 16)
REMQUO(float, private)
REMQUO(float, local)
REMQUO(float, global)
REMQUO(double, private)
REMQUO(double, local)
REMQUO(double, global)
