// SPDX-License-Identifier: Apache-2.0
// Conversions of integers to the nearest float. QPUs convert towards zero.
#include "qpu.h"

#define NEAREST(from, size, digits)                                                            \
  PURE float convert_float_rtz(from x);                                                        \
  PURE float convert_float_rte(from x) {                                                       \
    const size bits = x < 0 ? -(size)x : (size)x;                                              \
    const uint high = (uint)(bits >> (digits - 32)), low = (uint)bits | 1;                     \
    const int zeros = high != 0 ? __builtin_clz(high) : (digits - 32) + __builtin_clz(low);    \
    const int dropped = digits - 24 - zeros, by = dropped > 0 ? dropped : 1;                   \
    const size tie = (size)1 << (by - 1), rest = bits & (tie + tie - 1);                       \
    const bool is_up = (dropped > 0) & ((rest > tie) | ((rest == tie) & ((bits & (tie + tie)) != 0))); \
    return as_float(as_int(convert_float_rtz(x)) + (is_up ? 1 : 0));                           \
  }
NEAREST(int, uint, 32)
NEAREST(uint, uint, 32)
NEAREST(long, ulong, 64)
NEAREST(ulong, ulong, 64)

#define HALVES(from, half_width, width)                                                                  \
  PURE float##width convert_float##width##_rte(from##width x) {                                          \
    return (float##width)(convert_float##half_width##_rte(x.lo), convert_float##half_width##_rte(x.hi)); \
  }
#define VECTORS(from)                                                  \
  HALVES(from, , 2)                                                    \
  PURE float3 convert_float3_rte(from##3 x) {                          \
    return (float3)(convert_float2_rte(x.lo), convert_float_rte(x.z)); \
  }                                                                    \
  HALVES(from, 2, 4) HALVES(from, 4, 8) HALVES(from, 8, 16)
VECTORS(int)
VECTORS(uint)
VECTORS(long)
VECTORS(ulong)
