// SPDX-License-Identifier: Apache-2.0
// Loads and stores of half numbers. libclc's loads and conversions are element by element, which is best for 8
// and 16 elements. Its stores ignore the rounding direction for numbers too small for a half. For doubles they
// call a function of the C library that takes hundreds of cycles to raise exceptions.
#include "builtins.h"

#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

// For floats or doubles of one width:
//   as_floats(x): a float that rounds to the same half as x in every direction. What a float cannot hold of a
//     double goes into the float's last bit, which is below all bits of a half. Values far beyond the range of
//     halves become values just beyond it.
//   half_<rounding>(x): the bits of x as a half.
#define ROUNDINGS(to, width, CONVERT)                                                                       \
  PURE float##width fabs(float##width x);                                                                   \
  static PURE float##width as_floats(float##width x) { return x; }                                          \
  static PURE float##width as_floats(double##width x) {                                                     \
    const long##width infinite = 0x7ff0000000000000, huge = 0x4100000000000000, tiny = 0x3d00000000000000;  \
    const long##width sign = as_long##width(x) & (long)0x8000000000000000, size = as_long##width(x) ^ sign; \
    const long##width cut = size & ~0x1fffffffL, odd = cut | 0x20000000L;                                   \
    long##width kept = size == cut ? cut : odd;                                                             \
    kept = size > huge && size < infinite ? huge : kept;                                                    \
    kept = size != 0 && size < tiny ? tiny : kept;                                                          \
    return CONVERT(as_double##width(kept | sign), float##width);                                            \
  }                                                                                                         \
  static PURE int##width half_rte(float##width x) {                                                         \
    return CONVERT(as_ushort##width(CONVERT(x, to##width)), int##width);                                    \
  }                                                                                                         \
  static PURE float##width half_value(int##width bits) {                                                    \
    return CONVERT(as_##to##width(CONVERT(bits, ushort##width)), float##width);                             \
  }                                                                                                         \
  /* +1 or, for negative numbers, -1: the way from a half to the next one above. */                         \
  static PURE int##width upwards(int##width bits) { return 1 - (bits >> 14 & 2); }                          \
  static PURE int##width half_rtz(float##width x) {                                                         \
    const int##width near = half_rte(x);                                                                    \
    return fabs(half_value(near)) > fabs(x) ? near - 1 : near;                                              \
  }                                                                                                         \
  static PURE int##width half_rtp(float##width x) {                                                         \
    const int##width near = half_rte(x);                                                                    \
    return half_value(near) < x ? near + upwards(near) : near;                                              \
  }                                                                                                         \
  static PURE int##width half_rtn(float##width x) {                                                         \
    const int##width near = half_rte(x);                                                                    \
    return half_value(near) > x ? near - upwards(near) : near;                                              \
  }
WITH_CONVERSIONS(ROUNDINGS, half)

// Vectors of halves are aligned like one half.
typedef ushort2 __attribute__((aligned(2))) loose_ushort2;
typedef ushort4 __attribute__((aligned(2))) loose_ushort4;
typedef ushort8 __attribute__((aligned(2))) loose_ushort8;
typedef ushort16 __attribute__((aligned(2))) loose_ushort16;

#define STORE_3(form, distance, space, type, suffix, rounding)             \
  OVERLOAD void form##3##suffix(type##3 x, size_t offset, space half* p) { \
    space ushort* target = (space ushort*)p + offset * distance;           \
    const int3 bits = half_##rounding(as_floats(x));                       \
    target[0] = (ushort)bits.x;                                            \
    target[1] = (ushort)bits.y;                                            \
    target[2] = (ushort)bits.z;                                            \
  }
#define STORE(form, width, space, type, suffix, rounding)                          \
  OVERLOAD void form##width##suffix(type##width x, size_t offset, space half* p) { \
    *(space loose_ushort##width*)((space ushort*)p + offset * width) =             \
        __builtin_convertvector(half_##rounding(as_floats(x)), ushort##width);     \
  }
#define STORES(form, distance_of_3, space, type, suffix, rounding) \
  STORE(form, 2, space, type, suffix, rounding)                    \
  STORE_3(form, distance_of_3, space, type, suffix, rounding)      \
  STORE(form, 4, space, type, suffix, rounding)                    \
  STORE(form, 8, space, type, suffix, rounding)                    \
  STORE(form, 16, space, type, suffix, rounding)
#define FORMS(space, type, suffix, rounding)                                \
  OVERLOAD void vstore_half##suffix(type x, size_t offset, space half* p) { \
    ((space ushort*)p)[offset] = (ushort)half_##rounding(as_floats(x));     \
  }                                                                         \
  STORES(vstore_half, 3, space, type, suffix, rounding)                     \
  STORES(vstorea_half, 4, space, type, suffix, rounding)
#define SUFFIXES(space, type)   \
  FORMS(space, type, , rte)     \
  FORMS(space, type, _rte, rte) \
  FORMS(space, type, _rtz, rtz) \
  FORMS(space, type, _rtp, rtp) \
  FORMS(space, type, _rtn, rtn)
#define SPACE(space) SUFFIXES(space, float) SUFFIXES(space, double)
SPACE(private)
SPACE(local)
SPACE(global)

typedef half2 __attribute__((aligned(2))) loose_half2;
typedef half4 __attribute__((aligned(2))) loose_half4;

#define LOAD(form, width, space)                                                       \
  OVERLOAD float##width form##width(size_t offset, const space half* p) {              \
    const half##width loaded = *(const space loose_half##width*)(p + offset * width);  \
    return __builtin_convertvector(loaded, float##width);                              \
  }
#define LOADS(space)          \
  LOAD(vload_half, 2, space)  \
  LOAD(vload_half, 4, space)  \
  LOAD(vloada_half, 2, space) \
  LOAD(vloada_half, 4, space)
LOADS(private)
LOADS(local)
LOADS(global)
LOADS(constant)
