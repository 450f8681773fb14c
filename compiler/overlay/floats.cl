// SPDX-License-Identifier: Apache-2.0
// Functions of floating-point numbers.
#include "overlay.h"

// libclc has this form with the types of its arguments mixed up.
#define SMOOTHSTEP(type)                                                  \
  PURE type smoothstep(type low, type high, type x);                      \
  PURE type smoothstep(double low, double high, type x) {                 \
    return smoothstep((type)(low), (type)(high), x);                      \
  }
SMOOTHSTEP(double2)
SMOOTHSTEP(double3)
SMOOTHSTEP(double4)
SMOOTHSTEP(double8)
SMOOTHSTEP(double16)

// libclc's forgets the bit that makes a NaN quiet, so that its nan(0) is infinite.
#define NAN_OF(codes, type) \
  PURE type nan(codes code) { return as_##type(code | (codes)0x7ff8000000000000UL); }
NAN_OF(ulong, double)
NAN_OF(ulong2, double2)
NAN_OF(ulong3, double3)
NAN_OF(ulong4, double4)
NAN_OF(ulong8, double8)
NAN_OF(ulong16, double16)

// libclc's float forms of what follows make results below the normal numbers zero. These go by way of double,
// where all intermediate results are normal, and round once.

// 2^n * e^r with |r| <= ln(2)/2, e^r by its series up to r^9, whose rest is below 2^-37.
static double scaled_exp(double n, double r) {
  double sum = 1.0 / 362880;
  sum = __builtin_fma(sum, r, 1.0 / 40320);
  sum = __builtin_fma(sum, r, 1.0 / 5040);
  sum = __builtin_fma(sum, r, 1.0 / 720);
  sum = __builtin_fma(sum, r, 1.0 / 120);
  sum = __builtin_fma(sum, r, 1.0 / 24);
  sum = __builtin_fma(sum, r, 1.0 / 6);
  sum = __builtin_fma(sum, r, 0.5);
  sum = __builtin_fma(sum, r, 1.0);
  sum = __builtin_fma(sum, r, 1.0);
  return sum * as_double(((long)n + 1023) << 52);
}

// `per_octave` of the arguments double the result, which is e^(x * rate).
static float exp_of(float x, double per_octave, double rate) {
  // Beyond these the result is 0 or infinite whatever the base; a NaN goes through.
  const double limit = 160 * per_octave;
  double bounded = x > limit ? limit : x < -limit ? -limit : x;
  double n = __builtin_rint(bounded / per_octave);
  n = n == n ? n : 0;
  return (float)scaled_exp(n, __builtin_fma(n, -per_octave, bounded) * rate);
}

PURE float exp(float x) { return exp_of(x, 0x1.62e42fefa39efp-1, 1.0); }
PURE float exp2(float x) { return exp_of(x, 1.0, 0x1.62e42fefa39efp-1); }
PURE float exp10(float x) { return exp_of(x, 0x1.34413509f79ffp-2, 0x1.26bb1bbb55516p+1); }

PURE float ldexp(float x, int n) {
  // A float has 277 exponents, so that more than 300 steps lead out of them.
  const long steps = n > 300 ? 300 : n < -300 ? -300 : n;
  return (float)((double)x * as_double((steps + 1023) << 52));
}

// libclc's double form loses NaN. At most two steps lead out of all exponents; each is chosen so that only the
// last product can be inexact.
PURE double ldexp(double x, int n) {
  for (int i = 0; i < 2 && n > 1023; ++i, n -= 1023) x *= 0x1p1023;
  for (int i = 0; i < 2 && n < -1022; ++i, n += 969) x *= 0x1p-969;
  const long steps = n > 1023 ? 1023 : n < -1022 ? -1022 : n;
  return x * as_double((steps + 1023) << 52);
}

PURE float fmod(float x, float y) { return __builtin_fmodf(x, y); }

PURE float __clc_rootn(float x, int n);
PURE float rootn(float x, int n) { return n == 1 ? x : n == -1 ? 1.0f / x : __clc_rootn(x, n); }

// The remainder of |x| by y > 0 with the quotient rounded to nearest even, and the sign apart.
static double centred(double x, double y) {
  double r = __builtin_fmod(x, 2 * y);
  if (2 * r > y) {
    r -= y;
    if (2 * r >= y) r -= y;
  }
  return r;
}

static float with_sign_of(double value, float x) { return (float)(__builtin_signbit(x) ? -value : value); }

PURE float remainder(float x, float y) {
  if (__builtin_isinf(y) && __builtin_isfinite(x)) return x;
  return with_sign_of(centred(__builtin_fabs((double)x), __builtin_fabs((double)y)), x);
}

static float remainder_and_quotient(float x, float y, int* quotient) {
  *quotient = 0;
  const float result = remainder(x, y);
  if (__builtin_isnan(result) || __builtin_isinf(y)) return result;
  const double size = __builtin_fabs((double)y);
  const double low = __builtin_fmod(__builtin_fabs((double)x), 128 * size);
  const int bits = (int)__builtin_rint((low - (__builtin_signbit(x) ? -(double)result : (double)result)) / size) & 127;
  *quotient = __builtin_signbit(x) != __builtin_signbit(y) ? -bits : bits;
  return result;
}

#define REMQUO(space)                                             \
  OVERLOAD float remquo(float x, float y, space int* out) {       \
    int quotient;                                                 \
    const float result = remainder_and_quotient(x, y, &quotient); \
    *out = quotient;                                              \
    return result;                                                \
  }
REMQUO(global)
REMQUO(local)
REMQUO()

// The same for vectors, component by component.
#define EACH_2(X, name) X(name, 0) X(name, 1)
#define EACH_3(X, name) EACH_2(X, name) X(name, 2)
#define EACH_4(X, name) EACH_3(X, name) X(name, 3)
#define EACH_8(X, name) EACH_4(X, name) X(name, 4) X(name, 5) X(name, 6) X(name, 7)
#define EACH_16(X, name) \
  EACH_8(X, name) X(name, 8) X(name, 9) X(name, a) X(name, b) X(name, c) X(name, d) X(name, e) X(name, f)

#define OF_X(name, i) r.s##i = name(x.s##i);
#define OF_X_Y(name, i) r.s##i = name(x.s##i, y.s##i);
#define OF_X_SCALAR(name, i) r.s##i = name(x.s##i, y);
#define OF_X_Y_AND_QUOTIENT(name, i) r.s##i = name(x.s##i, y.s##i, &one), q.s##i = one;

#define VECTORS(n)                                                                               \
  PURE float##n exp(float##n x) { float##n r; EACH_##n(OF_X, exp) return r; }                    \
  PURE float##n exp2(float##n x) { float##n r; EACH_##n(OF_X, exp2) return r; }                  \
  PURE float##n exp10(float##n x) { float##n r; EACH_##n(OF_X, exp10) return r; }                \
  PURE float##n ldexp(float##n x, int##n y) { float##n r; EACH_##n(OF_X_Y, ldexp) return r; }    \
  PURE float##n ldexp(float##n x, int y) { float##n r; EACH_##n(OF_X_SCALAR, ldexp) return r; }  \
  PURE float##n rootn(float##n x, int##n y) { float##n r; EACH_##n(OF_X_Y, rootn) return r; }    \
  PURE double##n ldexp(double##n x, int##n y) { double##n r; EACH_##n(OF_X_Y, ldexp) return r; } \
  PURE double##n ldexp(double##n x, int y) {                                                     \
    double##n r;                                                                                 \
    EACH_##n(OF_X_SCALAR, ldexp) return r;                                                       \
  }                                                                                              \
  PURE float##n fmod(float##n x, float##n y) { float##n r; EACH_##n(OF_X_Y, fmod) return r; }    \
  PURE float##n remainder(float##n x, float##n y) {                                              \
    float##n r;                                                                                  \
    EACH_##n(OF_X_Y, remainder) return r;                                                        \
  }                                                                                              \
  REMQUO_VECTOR(n, global)                                                                       \
  REMQUO_VECTOR(n, local)                                                                        \
  REMQUO_VECTOR(n, )
#define REMQUO_VECTOR(n, space)                                            \
  OVERLOAD float##n remquo(float##n x, float##n y, space int##n* out) {    \
    float##n r;                                                            \
    int##n q;                                                              \
    int one;                                                               \
    EACH_##n(OF_X_Y_AND_QUOTIENT, remainder_and_quotient) *out = q;        \
    return r;                                                              \
  }

VECTORS(2)
VECTORS(3)
VECTORS(4)
VECTORS(8)
VECTORS(16)
