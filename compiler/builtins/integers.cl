// SPDX-License-Identifier: Apache-2.0
// Integer functions for all types and widths.
#include "builtins.h"

#define FOR_VECTORS(X, type) X(type##2) X(type##3) X(type##4) X(type##8) X(type##16)
#define FOR_WIDTHS(X, type) X(type) FOR_VECTORS(X, type)
#define FOR_SIGNED(X) FOR_WIDTHS(X, char) FOR_WIDTHS(X, short) FOR_WIDTHS(X, int) FOR_WIDTHS(X, long)
#define FOR_UNSIGNED(X) FOR_WIDTHS(X, uchar) FOR_WIDTHS(X, ushort) FOR_WIDTHS(X, uint) FOR_WIDTHS(X, ulong)
#define FOR_INTEGERS(X) FOR_SIGNED(X) FOR_UNSIGNED(X)

// The negative of the smallest signed number does not exist. Unsigned numbers have all negatives.
#define ABS(type)                               \
  PURE u##type abs(type x) {                    \
    const u##type bits = as_u##type(x);         \
    return x < (type)0 ? (u##type)-bits : bits; \
  }

// The bits below the lowest set bit; all bits if none is set.
#define CTZ(type)               \
  PURE type popcount(type x);   \
  PURE type ctz(type x) { return popcount((type)((x & -x) - (type)1)); }
#define SIGNED_CTZ(type) \
  PURE type ctz(type x) { return as_##type(ctz(as_u##type(x))); }

#define MAD_HI(type)                  \
  PURE type mul_hi(type a, type b);   \
  PURE type mad_hi(type a, type b, type c) { return mul_hi(a, b) + c; }

FOR_SIGNED(ABS)
FOR_UNSIGNED(CTZ)
FOR_SIGNED(SIGNED_CTZ)
FOR_INTEGERS(MAD_HI)

// Beyond 24 bits the result is implementation-defined. Multiplying all bits is faster than cutting them off.
#define MUL24(type)                                 \
  PURE type mul24(type a, type b) { return a * b; } \
  PURE type mad24(type a, type b, type c) { return a * b + c; }

FOR_WIDTHS(MUL24, int)
FOR_WIDTHS(MUL24, uint)

// LLVM's library takes elements one by one, and subtracts the smallest number from zero in error.
#define SATURATING(type)                                                               \
  PURE type add_sat(type a, type b) { return __builtin_elementwise_add_sat(a, b); }    \
  PURE type sub_sat(type a, type b) { return __builtin_elementwise_sub_sat(a, b); }

FOR_WIDTHS(SATURATING, int)
FOR_WIDTHS(SATURATING, uint)
FOR_WIDTHS(SATURATING, long)
FOR_WIDTHS(SATURATING, ulong)
FOR_VECTORS(SATURATING, char)
FOR_VECTORS(SATURATING, uchar)
FOR_VECTORS(SATURATING, short)
FOR_VECTORS(SATURATING, ushort)

// C widens narrow numbers before anything is done.
#define NARROW_SATURATING(type, lowest, highest)                                                        \
  static type within_##type(int x) { return (type)(x < lowest ? lowest : x > highest ? highest : x); }  \
  PURE type add_sat(type a, type b) { return within_##type(a + b); }                                    \
  PURE type sub_sat(type a, type b) { return within_##type(a - b); }
#define NARROW_UNSIGNED_SATURATING(type, highest)                   \
  PURE type add_sat(type a, type b) {                               \
    const type sum = (type)(a + b);                                 \
    return sum < a ? highest : sum;                                 \
  }                                                                 \
  PURE type sub_sat(type a, type b) { return a > b ? (type)(a - b) : 0; }

NARROW_SATURATING(char, -0x80, 0x7f)
NARROW_SATURATING(short, -0x8000, 0x7fff)
NARROW_UNSIGNED_SATURATING(uchar, 0xff)
NARROW_UNSIGNED_SATURATING(ushort, 0xffff)

// LLVM's library divides, for distances of either sign.
#define ROTATE(type, same, bits, width, CONVERT)                                                   \
  PURE type##width rotate(type##width x, type##width steps) {                                      \
    const same##width a = __builtin_astype(x, same##width);                                        \
    const same##width left = __builtin_astype(steps, same##width) & (same##width)(bits - 1);       \
    const same##width right = ((same##width)bits - left) & (same##width)(bits - 1);                \
    return __builtin_astype((same##width)((same##width)(a << left) | (same##width)(a >> right)), type##width); \
  }

WITH_CONVERSIONS(ROTATE, char, uchar, 8)
WITH_CONVERSIONS(ROTATE, uchar, uchar, 8)
WITH_CONVERSIONS(ROTATE, short, ushort, 16)
WITH_CONVERSIONS(ROTATE, ushort, ushort, 16)
WITH_CONVERSIONS(ROTATE, int, uint, 32)
WITH_CONVERSIONS(ROTATE, uint, uint, 32)
WITH_CONVERSIONS(ROTATE, long, ulong, 64)
WITH_CONVERSIONS(ROTATE, ulong, ulong, 64)

// The sum fits into the wide type. Of a single char or uchar, LLVM's library computes it in fewer steps.
#define MAD_SAT(type, wide, lowest, highest, width, CONVERT)                                                   \
  PURE type##width mad_sat(type##width a, type##width b, type##width c) {                                     \
    const wide##width sum = CONVERT(a, wide##width) * CONVERT(b, wide##width) + CONVERT(c, wide##width);      \
    const wide##width raised = __builtin_elementwise_max(sum, (wide##width)(lowest));                         \
    return CONVERT(__builtin_elementwise_min(raised, (wide##width)(highest)), type##width);                   \
  }

WITH_VECTOR_CONVERSIONS(MAD_SAT, char, short, -0x80, 0x7f)
WITH_VECTOR_CONVERSIONS(MAD_SAT, uchar, ushort, 0, 0xff)
WITH_CONVERSIONS(MAD_SAT, short, int, -0x8000, 0x7fff)
WITH_CONVERSIONS(MAD_SAT, ushort, uint, 0, 0xffff)
WITH_CONVERSIONS(MAD_SAT, int, long, -0x80000000l, 0x7fffffff)
WITH_CONVERSIONS(MAD_SAT, uint, ulong, 0, 0xffffffff)

#define MAD_SAT_ULONG(ulong)                                                                          \
  PURE ulong mad_sat(ulong a, ulong b, ulong c) {                                                     \
    const ulong product = a * b, sum = product + c;                                                   \
    return mul_hi(a, b) != (ulong)0 || sum < product ? (ulong)0xffffffffffffffff : sum;               \
  }

FOR_WIDTHS(MAD_SAT_ULONG, ulong)

// LLVM's library saturates the product before c is added. Here the sum has 128 bits.
#define MAD_SAT_LONG(long, ulong)                                                                          \
  PURE long mad_sat(long a, long b, long c) {                                                         \
    const ulong product = __builtin_astype(a, ulong) * __builtin_astype(b, ulong);                    \
    const ulong low = product + __builtin_astype(c, ulong);                                           \
    const long high = mul_hi(a, b) + (c >> 63) + (low < product ? (long)1 : (long)0);                 \
    const long result = __builtin_astype(low, long);                                                  \
    return high == result >> 63 ? result : (high >> 63) ^ (long)0x7fffffffffffffff;                   \
  }

MAD_SAT_LONG(long, ulong)
MAD_SAT_LONG(long2, ulong2)
MAD_SAT_LONG(long3, ulong3)
MAD_SAT_LONG(long4, ulong4)
MAD_SAT_LONG(long8, ulong8)
MAD_SAT_LONG(long16, ulong16)
