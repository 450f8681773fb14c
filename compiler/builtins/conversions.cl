// SPDX-License-Identifier: Apache-2.0
// Conversions for which libclc is wrong at the ends of an integer's range, or handles vectors element by
// element.
#include "builtins.h"

#pragma OPENCL EXTENSION cl_khr_fp64 : enable

// Floating-point numbers to integers. The saturating conversions are LLVM's, which give 0 for NaN; an OpenCL
// C declaration stands for the intrinsic. libclc compares with the largest integer converted to floating
// point, which for float to int is one more than the integer.

#define ROUNDINGS(from, width, CONVERT) \
  PURE from##width rint(from##width);   \
  PURE from##width ceil(from##width);   \
  PURE from##width floor(from##width);
WITH_CONVERSIONS(ROUNDINGS, float)
WITH_CONVERSIONS(ROUNDINGS, double)

#define TO_INTEGER(to, from, width, CONVERT)                                                      \
  PURE to##width convert_##to##width(from##width x) { return CONVERT(x, to##width); }             \
  PURE to##width convert_##to##width##_rtz(from##width x) { return CONVERT(x, to##width); }       \
  PURE to##width convert_##to##width##_rte(from##width x) { return CONVERT(rint(x), to##width); } \
  PURE to##width convert_##to##width##_rtp(from##width x) { return CONVERT(ceil(x), to##width); } \
  PURE to##width convert_##to##width##_rtn(from##width x) { return CONVERT(floor(x), to##width); }

#define SATURATED(to, from, intrinsic)                                                   \
  __attribute__((const)) to saturated_##from##_to_##to(from x) __asm(intrinsic);         \
  PURE to convert_##to##_sat(from x) { return saturated_##from##_to_##to(x); }           \
  PURE to convert_##to##_sat_rtz(from x) { return saturated_##from##_to_##to(x); }       \
  PURE to convert_##to##_sat_rte(from x) { return saturated_##from##_to_##to(rint(x)); } \
  PURE to convert_##to##_sat_rtp(from x) { return saturated_##from##_to_##to(ceil(x)); } \
  PURE to convert_##to##_sat_rtn(from x) { return saturated_##from##_to_##to(floor(x)); }

#define WIDTH(width, to, from, conversion, to_bits, from_bits) \
  SATURATED(to##width, from##width,                            \
            "llvm." conversion ".sat.v" #width "i" #to_bits ".v" #width "f" #from_bits)
#define WIDTHS(to, from, conversion, to_bits, from_bits)                    \
  WITH_CONVERSIONS(TO_INTEGER, to, from)                                    \
  SATURATED(to, from, "llvm." conversion ".sat.i" #to_bits ".f" #from_bits) \
  WIDTH(2, to, from, conversion, to_bits, from_bits)                        \
  WIDTH(3, to, from, conversion, to_bits, from_bits)                        \
  WIDTH(4, to, from, conversion, to_bits, from_bits)                        \
  WIDTH(8, to, from, conversion, to_bits, from_bits)                        \
  WIDTH(16, to, from, conversion, to_bits, from_bits)
#define INTEGERS(signed_type, unsigned_type, bits) \
  WIDTHS(signed_type, float, "fptosi", bits, 32)   \
  WIDTHS(signed_type, double, "fptosi", bits, 64)  \
  WIDTHS(unsigned_type, float, "fptoui", bits, 32) \
  WIDTHS(unsigned_type, double, "fptoui", bits, 64)

INTEGERS(char, uchar, 8)
INTEGERS(short, ushort, 16)
INTEGERS(int, uint, 32)
INTEGERS(long, ulong, 64)

// Conversions of vectors without a rounding mode. libclc takes vectors apart, and then LLVM loads them element
// by element.

#define PLAIN(to, from, width, CONVERT) \
  PURE to##width convert_##to##width(from##width x) { return CONVERT(x, to##width); }
#define FROM_INTEGERS(to)                     \
  WITH_VECTOR_CONVERSIONS(PLAIN, to, char)    \
  WITH_VECTOR_CONVERSIONS(PLAIN, to, uchar)   \
  WITH_VECTOR_CONVERSIONS(PLAIN, to, short)   \
  WITH_VECTOR_CONVERSIONS(PLAIN, to, ushort)  \
  WITH_VECTOR_CONVERSIONS(PLAIN, to, int)     \
  WITH_VECTOR_CONVERSIONS(PLAIN, to, uint)    \
  WITH_VECTOR_CONVERSIONS(PLAIN, to, long)    \
  WITH_VECTOR_CONVERSIONS(PLAIN, to, ulong)
FROM_INTEGERS(char)
FROM_INTEGERS(uchar)
FROM_INTEGERS(short)
FROM_INTEGERS(ushort)
FROM_INTEGERS(int)
FROM_INTEGERS(uint)
FROM_INTEGERS(long)
FROM_INTEGERS(ulong)
FROM_INTEGERS(float)
FROM_INTEGERS(double)
WITH_VECTOR_CONVERSIONS(PLAIN, float, double)
WITH_VECTOR_CONVERSIONS(PLAIN, double, float)

// Conversions to floating-point types that can represent every value of the source: no rounding.

#define EXACT(to, from, width, CONVERT)                                                     \
  PURE to##width convert_##to##width##_rte(from##width x) { return CONVERT(x, to##width); } \
  PURE to##width convert_##to##width##_rtz(from##width x) { return CONVERT(x, to##width); } \
  PURE to##width convert_##to##width##_rtp(from##width x) { return CONVERT(x, to##width); } \
  PURE to##width convert_##to##width##_rtn(from##width x) { return CONVERT(x, to##width); }
WITH_CONVERSIONS(EXACT, float, char)
WITH_CONVERSIONS(EXACT, float, uchar)
WITH_CONVERSIONS(EXACT, float, short)
WITH_CONVERSIONS(EXACT, float, ushort)
WITH_CONVERSIONS(EXACT, double, char)
WITH_CONVERSIONS(EXACT, double, uchar)
WITH_CONVERSIONS(EXACT, double, short)
WITH_CONVERSIONS(EXACT, double, ushort)
WITH_CONVERSIONS(EXACT, double, int)
WITH_CONVERSIONS(EXACT, double, uint)
WITH_CONVERSIONS(EXACT, double, float)

// Conversions to floating-point types with fewer bits, rounded in a direction. libclc converts the nearest
// number back, even if it does not fit the integer type, and handles vectors element by element.

// `to` keeps the first `digits` bits. If the bit after them is cleared, rounding to nearest gives the next
// number towards zero. Its bits plus 1 are the next number away from zero.
#define FROM_INTEGER(to, to_bits, digits, from, size, width, CONVERT)                         \
  PURE to##width convert_##to##width##_rtz(from##width x) {                                   \
    const size##width bits = CONVERT(x, size##width), all = x < 0 ? -bits : bits;             \
    return __builtin_elementwise_copysign(CONVERT(all & ~(all >> digits), to##width),         \
                                          CONVERT(x, to##width));                             \
  }                                                                                           \
  PURE to##width convert_##to##width##_rtp(from##width x) {                                   \
    const to##width kept = convert_##to##width##_rtz(x);                                      \
    const from##width one = 1, none = 0, below = CONVERT(kept, from##width) < x ? one : none; \
    return as_##to##width(as_##to_bits##width(kept) + CONVERT(below, to_bits##width));        \
  }                                                                                           \
  PURE to##width convert_##to##width##_rtn(from##width x) {                                   \
    const to##width kept = convert_##to##width##_rtz(x);                                      \
    const from##width one = 1, none = 0, above = CONVERT(kept, from##width) > x ? one : none; \
    return as_##to##width(as_##to_bits##width(kept) + CONVERT(above, to_bits##width));        \
  }
WITH_CONVERSIONS(FROM_INTEGER, float, int, 24, int, uint)
WITH_CONVERSIONS(FROM_INTEGER, float, int, 24, uint, uint)
WITH_CONVERSIONS(FROM_INTEGER, float, int, 24, long, ulong)
WITH_CONVERSIONS(FROM_INTEGER, float, int, 24, ulong, ulong)
WITH_CONVERSIONS(FROM_INTEGER, double, long, 53, long, ulong)
WITH_CONVERSIONS(FROM_INTEGER, double, long, 53, ulong, ulong)

#define FROM_DOUBLE(to, width, CONVERT)                                                         \
  PURE to##width convert_##to##width##_rtz(double##width x) {                                   \
    const to##width near = CONVERT(x, to##width);                                               \
    const double##width kept = __builtin_elementwise_abs(CONVERT(near, double##width));         \
    const double##width all = __builtin_elementwise_abs(x);                                     \
    const long##width one = 1, none = 0, beyond = kept > all ? one : none;                      \
    return as_##to##width(as_int##width(near) - CONVERT(beyond, int##width));                   \
  }                                                                                             \
  PURE to##width convert_##to##width##_rtp(double##width x) {                                   \
    const to##width near = CONVERT(x, to##width);                                               \
    const int##width bits = as_int##width(near), upwards = 1 | bits >> 31;                      \
    const long##width one = 1, none = 0, below = CONVERT(near, double##width) < x ? one : none; \
    return as_##to##width(bits + upwards * CONVERT(below, int##width));                         \
  }                                                                                             \
  PURE to##width convert_##to##width##_rtn(double##width x) {                                   \
    const to##width near = CONVERT(x, to##width);                                               \
    const int##width bits = as_int##width(near), upwards = 1 | bits >> 31;                      \
    const long##width one = 1, none = 0, above = CONVERT(near, double##width) > x ? one : none; \
    return as_##to##width(bits - upwards * CONVERT(above, int##width));                         \
  }
WITH_CONVERSIONS(FROM_DOUBLE, float)
