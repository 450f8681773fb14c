// SPDX-License-Identifier: Apache-2.0
// Integer functions for all types and widths.
#include "overlay.h"

#define FOR_WIDTHS(X, type) X(type) X(type##2) X(type##3) X(type##4) X(type##8) X(type##16)
#define FOR_INTEGERS(X)                                                                                   \
  FOR_WIDTHS(X, char)                                                                                     \
  FOR_WIDTHS(X, uchar)                                                                                    \
  FOR_WIDTHS(X, short)                                                                                    \
  FOR_WIDTHS(X, ushort)                                                                                   \
  FOR_WIDTHS(X, int) FOR_WIDTHS(X, uint) FOR_WIDTHS(X, long) FOR_WIDTHS(X, ulong)

// The bits below the lowest set bit; all bits if none is set.
#define CTZ(type)               \
  PURE type popcount(type x);   \
  PURE type ctz(type x) { return popcount((type)((x & -x) - (type)1)); }

#define MAD_HI(type)                  \
  PURE type mul_hi(type a, type b);   \
  PURE type mad_hi(type a, type b, type c) { return mul_hi(a, b) + c; }

FOR_INTEGERS(CTZ)
FOR_INTEGERS(MAD_HI)

// Beyond 24 bits the result is implementation-defined. Multiplying all bits is faster than cutting them off.
#define MUL24(type)                                 \
  PURE type mul24(type a, type b) { return a * b; } \
  PURE type mad24(type a, type b, type c) { return a * b + c; }

FOR_WIDTHS(MUL24, int)
FOR_WIDTHS(MUL24, uint)

// LLVM's library subtracts the smallest number from zero in error...
#define SUB_SAT(type) \
  PURE type sub_sat(type a, type b) { return __builtin_elementwise_sub_sat(a, b); }

FOR_WIDTHS(SUB_SAT, int)
FOR_WIDTHS(SUB_SAT, long)

// ... and saturates the product before c is added. Here the sum has 128 bits.
#define MAD_SAT(long, ulong)                                                                          \
  PURE long mul_hi(long a, long b);                                                                   \
  PURE long mad_sat(long a, long b, long c) {                                                         \
    const ulong product = __builtin_astype(a, ulong) * __builtin_astype(b, ulong);                    \
    const ulong low = product + __builtin_astype(c, ulong);                                           \
    const long high = mul_hi(a, b) + (c >> 63) + (low < product ? (long)1 : (long)0);                 \
    const long result = __builtin_astype(low, long);                                                  \
    return high == result >> 63 ? result : (high >> 63) ^ (long)0x7fffffffffffffff;                   \
  }

MAD_SAT(long, ulong)
MAD_SAT(long2, ulong2)
MAD_SAT(long3, ulong3)
MAD_SAT(long4, ulong4)
MAD_SAT(long8, ulong8)
MAD_SAT(long16, ulong16)
