// SPDX-License-Identifier: Apache-2.0
// Conversions in which libclc's go wrong at the ends of an integer's range.
#include "overlay.h"

#pragma OPENCL EXTENSION cl_khr_fp64 : enable

// Saturating conversions of floating-point numbers to integers, NaN to 0. libclc compares with the largest integer as
// a floating-point number, which for float to int is one more than the integer.

// Declares LLVM's own conversion under a name of OpenCL C, and rounds before it.
#define SATURATED(to, from, intrinsic)                                                            \
  __attribute__((const)) to saturated_##from##_to_##to(from x) __asm(intrinsic);                  \
  PURE from rint(from x);                                                                         \
  PURE from ceil(from x);                                                                         \
  PURE from floor(from x);                                                                        \
  PURE to convert_##to##_sat(from x) { return saturated_##from##_to_##to(x); }                    \
  PURE to convert_##to##_sat_rtz(from x) { return saturated_##from##_to_##to(x); }                \
  PURE to convert_##to##_sat_rte(from x) { return saturated_##from##_to_##to(rint(x)); }          \
  PURE to convert_##to##_sat_rtp(from x) { return saturated_##from##_to_##to(ceil(x)); }          \
  PURE to convert_##to##_sat_rtn(from x) { return saturated_##from##_to_##to(floor(x)); }

#define WIDTH(width, to, from, conversion, to_bits, from_bits) \
  SATURATED(to##width, from##width, "llvm." conversion ".sat.v" #width "i" #to_bits ".v" #width "f" #from_bits)
#define WIDTHS(to, from, conversion, to_bits, from_bits)                                  \
  SATURATED(to, from, "llvm." conversion ".sat.i" #to_bits ".f" #from_bits)               \
  WIDTH(2, to, from, conversion, to_bits, from_bits)                                      \
  WIDTH(3, to, from, conversion, to_bits, from_bits)                                      \
  WIDTH(4, to, from, conversion, to_bits, from_bits)                                      \
  WIDTH(8, to, from, conversion, to_bits, from_bits)                                      \
  WIDTH(16, to, from, conversion, to_bits, from_bits)
#define INTEGERS(signed_type, unsigned_type, bits)          \
  WIDTHS(signed_type, float, "fptosi", bits, 32)            \
  WIDTHS(signed_type, double, "fptosi", bits, 64)           \
  WIDTHS(unsigned_type, float, "fptoui", bits, 32)          \
  WIDTHS(unsigned_type, double, "fptoui", bits, 64)

INTEGERS(char, uchar, 8)
INTEGERS(short, ushort, 16)
INTEGERS(int, uint, 32)
INTEGERS(long, ulong, 64)

// Conversions of integers to floating-point numbers with fewer bits, rounded in a direction. libclc looks at the
// nearest number converted back, also where that is no integer of the type any more.

// The numbers beside one that is finite and not 0.
static OVERLOAD float above(float x) { return as_float(as_int(x) + (x > 0 ? 1 : -1)); }
static OVERLOAD float below(float x) { return as_float(as_int(x) + (x > 0 ? -1 : 1)); }
static OVERLOAD double above(double x) { return as_double(as_long(x) + (x > 0 ? 1 : -1)); }
static OVERLOAD double below(double x) { return as_double(as_long(x) + (x > 0 ? -1 : 1)); }

#define HALVES(to, from, rounding, width, half_width)                                                        \
  PURE to##width convert_##to##width##_##rounding(from##width x) {                                           \
    return (to##width)(convert_##to##half_width##_##rounding(x.lo), convert_##to##half_width##_##rounding(x.hi)); \
  }
#define PARTS(to, from, rounding)                                                     \
  HALVES(to, from, rounding, 2, )                                                     \
  PURE to##3 convert_##to##3_##rounding(from##3 x) {                                  \
    return (to##3)(convert_##to##2_##rounding(x.lo), convert_##to##_##rounding(x.z)); \
  }                                                                                   \
  HALVES(to, from, rounding, 4, 2)                                                    \
  HALVES(to, from, rounding, 8, 4)                                                    \
  HALVES(to, from, rounding, 16, 8)

// `end` is the first number beyond the integers.
#define DIRECTED(to, from, end)                                                        \
  PURE to convert_##to##_rtp(from x) {                                                 \
    const to nearest = x;                                                              \
    return convert_##from##_sat(nearest) < x ? above(nearest) : nearest;               \
  }                                                                                    \
  PURE to convert_##to##_rtn(from x) {                                                 \
    const to nearest = x;                                                              \
    const bool is_above = nearest == end || convert_##from##_sat(nearest) > x;         \
    return is_above ? below(nearest) : nearest;                                        \
  }                                                                                    \
  PURE to convert_##to##_rtz(from x) { return x < 0 ? convert_##to##_rtp(x) : convert_##to##_rtn(x); } \
  PARTS(to, from, rtp)                                                                 \
  PARTS(to, from, rtn)                                                                 \
  PARTS(to, from, rtz)

DIRECTED(float, int, 0x1p31f)
DIRECTED(float, uint, 0x1p32f)
DIRECTED(float, long, 0x1p63f)
DIRECTED(float, ulong, 0x1p64f)
DIRECTED(double, long, 0x1p63)
DIRECTED(double, ulong, 0x1p64)
