// SPDX-License-Identifier: Apache-2.0
#pragma once

// Shared by the OpenCL C files of this folder. They are compiled at build time with the types of clang's
// opencl-c-base.h, but without declarations of the builtin functions.

#define OVERLOAD __attribute__((overloadable))
#define PURE __attribute__((overloadable, const))
// A function that is inlined late, after its equal calls have been merged. It is not static: the functions
// that call it would each have a copy of their own.
#define MERGED __attribute__((overloadable, const, noinline))

// Whether the processor multiplies and adds with one rounding, and whether it estimates inverse roots. The
// compiler knows (compiler/clean_up/target_questions.h).
int quadcl_fuses(void) OVERLOAD;
int quadcl_estimates_roots(void) OVERLOAD;

// WITH_CONVERSIONS(X, ...): X(..., width, CONVERT) for a scalar and for vectors, where CONVERT(x, type)
// converts x, of that width, as C does.
#define CONVERT_ONE(x, type) ((type)(x))
#define CONVERT_VECTOR(x, type) __builtin_convertvector(x, type)
#define WITH_CONVERSIONS(X, ...) X(__VA_ARGS__, , CONVERT_ONE) WITH_VECTOR_CONVERSIONS(X, __VA_ARGS__)
#define WITH_VECTOR_CONVERSIONS(X, ...) \
  X(__VA_ARGS__, 2, CONVERT_VECTOR)     \
  X(__VA_ARGS__, 3, CONVERT_VECTOR)     \
  X(__VA_ARGS__, 4, CONVERT_VECTOR)     \
  X(__VA_ARGS__, 8, CONVERT_VECTOR)     \
  X(__VA_ARGS__, 16, CONVERT_VECTOR)

// name(x) for vectors, element by element.
#define HALVES_1(type, name, half, whole) \
  PURE type##whole name(type##whole x) { return (type##whole)(name(x.lo), name(x.hi)); }
#define SHORT_VECTORS_1(type, name)                                                   \
  PURE type##2 name(type##2 x) { return (type##2)(name(x.x), name(x.y)); }            \
  PURE type##3 name(type##3 x) { return (type##3)(name(x.x), name(x.y), name(x.z)); } \
  HALVES_1(type, name, 2, 4)
#define VECTORS_1(type, name) \
  SHORT_VECTORS_1(type, name) HALVES_1(type, name, 4, 8) HALVES_1(type, name, 8, 16)

// The same for functions that have a form without branches, too: long vectors stay whole with it
// (compiler/work_group/functions/revectorise_elementwise.h).
#define VECTORS_1_WITH_FLAT(type, name, flat)                                                            \
  SHORT_VECTORS_1(type, name)                                                                            \
  PURE type##8 name(type##8 x) {                                                                         \
    return (type##8)(flat(x.s0), flat(x.s1), flat(x.s2), flat(x.s3), flat(x.s4), flat(x.s5), flat(x.s6), \
                     flat(x.s7));                                                                        \
  }                                                                                                      \
  HALVES_1(type, name, 8, 16)

// name(x, y), where y has elements of another type.
#define HALVES_2(type, other, name, half, whole)              \
  PURE type##whole name(type##whole x, other##whole y) {      \
    return (type##whole)(name(x.lo, y.lo), name(x.hi, y.hi)); \
  }
#define SHORT_VECTORS_2(type, other, name)                                                       \
  PURE type##2 name(type##2 x, other##2 y) { return (type##2)(name(x.x, y.x), name(x.y, y.y)); } \
  PURE type##3 name(type##3 x, other##3 y) {                                                     \
    return (type##3)(name(x.x, y.x), name(x.y, y.y), name(x.z, y.z));                            \
  }                                                                                              \
  HALVES_2(type, other, name, 2, 4)
#define VECTORS_2(type, other, name) \
  SHORT_VECTORS_2(type, other, name) HALVES_2(type, other, name, 4, 8) HALVES_2(type, other, name, 8, 16)

// As VECTORS_1_WITH_FLAT.
#define VECTORS_2_WITH_FLAT(type, name, flat)                                                 \
  SHORT_VECTORS_2(type, type, name)                                                           \
  PURE type##8 name(type##8 x, type##8 y) {                                                   \
    return (type##8)(flat(x.s0, y.s0), flat(x.s1, y.s1), flat(x.s2, y.s2), flat(x.s3, y.s3),  \
                     flat(x.s4, y.s4), flat(x.s5, y.s5), flat(x.s6, y.s6), flat(x.s7, y.s7)); \
  }                                                                                           \
  HALVES_2(type, type, name, 8, 16)

// Powers by a constant of the program, as it is known after inlining: products of at most 16 factors, or of 8
// inverses. Their error is below 16 units in the last place.
#define IS_SHORT_PRODUCT(n) (__builtin_constant_p(n) && (n) != 0 && (n) >= -8 && (n) <= 16 && (int)(n) == (n))
#define SHORT_PRODUCT(type)                                                      \
  static type short_product(type x, int n) {                                     \
    const int count = n < 0 ? -n : n;                                            \
    const type x1 = n < 0 ? 1 / x : x, x2 = x1 * x1, x4 = x2 * x2, x8 = x4 * x4; \
    type product = count & 1 ? x1 : 1;                                           \
    product = count & 2 ? product * x2 : product;                                \
    product = count & 4 ? product * x4 : product;                                \
    product = count & 8 ? product * x8 : product;                                \
    return count & 16 ? x8 * x8 : product;                                       \
  }

// polynomial(x, a, ..., z): z is the constant term. By Horner's scheme, which has the fewest operations.
#define POLYNOMIALS(type)                                                                                  \
  static inline OVERLOAD type polynomial(type x, type a, type b) { return a * x + b; }                     \
  static inline OVERLOAD type polynomial(type x, type a, type b, type c) {                                 \
    return polynomial(x, a * x + b, c);                                                                    \
  }                                                                                                        \
  static inline OVERLOAD type polynomial(type x, type a, type b, type c, type d) {                         \
    return polynomial(x, a * x + b, c, d);                                                                 \
  }                                                                                                        \
  static inline OVERLOAD type polynomial(type x, type a, type b, type c, type d, type e) {                 \
    return polynomial(x, a * x + b, c, d, e);                                                              \
  }                                                                                                        \
  static inline OVERLOAD type polynomial(type x, type a, type b, type c, type d, type e, type f) {         \
    return polynomial(x, a * x + b, c, d, e, f);                                                           \
  }                                                                                                        \
  static inline OVERLOAD type polynomial(type x, type a, type b, type c, type d, type e, type f, type g) { \
    return polynomial(x, a * x + b, c, d, e, f, g);                                                        \
  }                                                                                                        \
  static inline OVERLOAD type polynomial(type x, type a, type b, type c, type d, type e, type f, type g,   \
                                         type h) {                                                         \
    return polynomial(x, a * x + b, c, d, e, f, g, h);                                                     \
  }                                                                                                        \
  static inline OVERLOAD type polynomial(type x, type a, type b, type c, type d, type e, type f, type g,   \
                                         type h, type i) {                                                 \
    return polynomial(x, a * x + b, c, d, e, f, g, h, i);                                                  \
  }                                                                                                        \
  static inline OVERLOAD type polynomial(type x, type a, type b, type c, type d, type e, type f, type g,   \
                                         type h, type i, type j) {                                         \
    return polynomial(x, a * x + b, c, d, e, f, g, h, i, j);                                               \
  }                                                                                                        \
  static inline OVERLOAD type polynomial(type x, type a, type b, type c, type d, type e, type f, type g,   \
                                         type h, type i, type j, type k) {                                 \
    return polynomial(x, a * x + b, c, d, e, f, g, h, i, j, k);                                            \
  }                                                                                                        \
  static inline OVERLOAD type polynomial(type x, type a, type b, type c, type d, type e, type f, type g,   \
                                         type h, type i, type j, type k, type l) {                         \
    return polynomial(x, a * x + b, c, d, e, f, g, h, i, j, k, l);                                         \
  }
POLYNOMIALS(float)
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
POLYNOMIALS(double)

// sincos(x, c) for pointers to each address space. The file has a type Angle, with
// quadcl_reduce_angle and sine_in_quadrant.
#define SINCOS_HALVES(type, space, whole)                            \
  OVERLOAD type##whole sincos(type##whole x, space type##whole* c) { \
    *c = (type##whole)(cos(x.lo), cos(x.hi));                        \
    return (type##whole)(sin(x.lo), sin(x.hi));                      \
  }
#define SINCOS_OF(type, space)                             \
  OVERLOAD type sincos(type x, space type* c) {            \
    const Angle angle = quadcl_reduce_angle(x);            \
    *c = sine_in_quadrant(angle.rest, angle.quadrant + 1); \
    return sine_in_quadrant(angle.rest, angle.quadrant);   \
  }                                                        \
  OVERLOAD type##3 sincos(type##3 x, space type##3 * c) {  \
    *c = (type##3)(cos(x.x), cos(x.y), cos(x.z));          \
    return (type##3)(sin(x.x), sin(x.y), sin(x.z));        \
  }                                                        \
  SINCOS_HALVES(type, space, 2)                            \
  SINCOS_HALVES(type, space, 4) SINCOS_HALVES(type, space, 8) SINCOS_HALVES(type, space, 16)
#define SINCOS(type) SINCOS_OF(type, private) SINCOS_OF(type, local) SINCOS_OF(type, global)

static inline float magnitude(float x) { return as_float(as_uint(x) & 0x7fffffffu); }
static inline float with_sign_of(float x, float sign) {
  return as_float(as_uint(x) ^ (as_uint(sign) & 0x80000000u));
}
