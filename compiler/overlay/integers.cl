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
