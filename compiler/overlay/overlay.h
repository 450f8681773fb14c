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
