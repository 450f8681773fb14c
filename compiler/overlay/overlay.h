// SPDX-License-Identifier: Apache-2.0
#pragma once

// Shared by the OpenCL C files of this folder. They are compiled at build time with the types of clang's
// opencl-c-base.h, but without declarations of the builtin functions.

#define OVERLOAD __attribute__((overloadable))
#define PURE __attribute__((overloadable, const))

// WITH_CONVERSIONS(X, ...): X(..., width, CONVERT) for a scalar and for vectors, where CONVERT(x, type)
// converts x, of that width, as C does.
#define CONVERT_ONE(x, type) ((type)(x))
#define CONVERT_VECTOR(x, type) __builtin_convertvector(x, type)
#define WITH_CONVERSIONS(X, ...)    \
  X(__VA_ARGS__, , CONVERT_ONE)     \
  X(__VA_ARGS__, 2, CONVERT_VECTOR) \
  X(__VA_ARGS__, 3, CONVERT_VECTOR) \
  X(__VA_ARGS__, 4, CONVERT_VECTOR) \
  X(__VA_ARGS__, 8, CONVERT_VECTOR) \
  X(__VA_ARGS__, 16, CONVERT_VECTOR)

// name(x) for vectors, element by element.
#define HALVES_1(type, name, half, whole) \
  PURE type##whole name(type##whole x) { return (type##whole)(name(x.lo), name(x.hi)); }
#define VECTORS_1(type, name)                                                                  \
  PURE type##2 name(type##2 x) { return (type##2)(name(x.x), name(x.y)); }                     \
  PURE type##3 name(type##3 x) { return (type##3)(name(x.x), name(x.y), name(x.z)); }          \
  HALVES_1(type, name, 2, 4) HALVES_1(type, name, 4, 8) HALVES_1(type, name, 8, 16)

// name(x, y), where y has elements of another type.
#define HALVES_2(type, other, name, half, whole)                 \
  PURE type##whole name(type##whole x, other##whole y) {         \
    return (type##whole)(name(x.lo, y.lo), name(x.hi, y.hi));    \
  }
#define VECTORS_2(type, other, name)                                                                          \
  PURE type##2 name(type##2 x, other##2 y) { return (type##2)(name(x.x, y.x), name(x.y, y.y)); }              \
  PURE type##3 name(type##3 x, other##3 y) {                                                                  \
    return (type##3)(name(x.x, y.x), name(x.y, y.y), name(x.z, y.z));                                         \
  }                                                                                                           \
  HALVES_2(type, other, name, 2, 4) HALVES_2(type, other, name, 4, 8) HALVES_2(type, other, name, 8, 16)

static inline float magnitude(float x) { return as_float(as_uint(x) & 0x7fffffffu); }
static inline float with_sign_of(float x, float sign) { return as_float(as_uint(x) ^ (as_uint(sign) & 0x80000000u)); }
