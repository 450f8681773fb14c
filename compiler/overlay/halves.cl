// SPDX-License-Identifier: Apache-2.0
// Stores of half numbers rounded up or down. libclc's lose the direction of numbers too small for a half.
#include "overlay.h"

#pragma OPENCL EXTENSION cl_khr_fp64 : enable

// The bits of the half next to |x|: the nearest one not above it, or with `away` not below it. NaN stays NaN.
static ushort half_beside(double x, bool away) {
  const ulong bits = as_ulong(x) & 0x7fffffffffffffffUL;
  if (bits > 0x7ff0000000000000UL) return 0x7e00;
  if (bits == 0x7ff0000000000000UL) return 0x7c00;
  const int exponent = (int)(bits >> 52) - 1023;
  if (exponent >= 16) return away ? 0x7c00 : 0x7bff;
  if (bits == 0) return 0;
  // How many of the 52 bits after the point do not fit; of subnormal halves more, in the end all 53 bits.
  const int below = exponent < -14 ? -14 - exponent : 0;
  const int lost = 42 + (below < 12 ? below : 12);
  const ulong mantissa = (bits & 0xfffffffffffffUL) | 0x10000000000000UL;
  const ushort kept = (ushort)(mantissa >> lost);
  const bool exact = (mantissa & ((1UL << lost) - 1)) == 0;
  // The hidden bit of a normal number adds the 1 that is missing in the exponent, and a carry counts it up.
  const ushort scale = exponent < -14 ? 0 : (ushort)((exponent + 14) << 10);
  return scale + kept + (away && !exact);
}

static ushort half_rtp(double x) { return as_long(x) < 0 ? 0x8000 | half_beside(x, false) : half_beside(x, true); }
static ushort half_rtn(double x) { return as_long(x) < 0 ? 0x8000 | half_beside(x, true) : half_beside(x, false); }

#define STORE(form, width, distance, space, type, rounding)                                          \
  OVERLOAD void form##width##_##rounding(type##width x, size_t offset, space half* p) {              \
    space ushort* target = (space ushort*)p + offset * distance;                                     \
    for (int i = 0; i < width; ++i) target[i] = half_##rounding(((private const type*)&x)[i]);       \
  }
#define STORES(form, distance_of_3, space, type, rounding)                    \
  OVERLOAD void form##_##rounding(type x, size_t offset, space half* p) {     \
    ((space ushort*)p)[offset] = half_##rounding(x);                          \
  }                                                                           \
  STORE(form, 2, 2, space, type, rounding)                                    \
  STORE(form, 3, distance_of_3, space, type, rounding)                        \
  STORE(form, 4, 4, space, type, rounding)                                    \
  STORE(form, 8, 8, space, type, rounding)                                    \
  STORE(form, 16, 16, space, type, rounding)
#define FORMS(space, type, rounding)             \
  STORES(vstore_half, 3, space, type, rounding)  \
  STORES(vstorea_half, 4, space, type, rounding)
#define ROUNDINGS(space, type) FORMS(space, type, rtp) FORMS(space, type, rtn)
#define SPACE(space) ROUNDINGS(space, float) ROUNDINGS(space, double)
SPACE(private)
SPACE(local)
SPACE(global)
