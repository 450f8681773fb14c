// SPDX-License-Identifier: Apache-2.0
// Saturating conversions of floating-point numbers to integers, NaN to 0. libclc's compare with the largest integer
// as a floating-point number, which for float to int is one more than the integer.
#include "overlay.h"

#pragma OPENCL EXTENSION cl_khr_fp64 : enable

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
