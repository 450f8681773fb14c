// SPDX-License-Identifier: Apache-2.0
// Comparisons with NaN, which is equal to nothing. The operators of QPUs take it for a large number.
#include "qpu.h"

// LLVM drops the question for NaN beside a comparison of floats, so it is one of bits. The largest of the two
// sizes.
#define ARE_NUMBERS(x, y, uints) (max(as_##uints(x) & 0x7fffffff, as_##uints(y) & 0x7fffffff) <= 0x7f800000)
#define HAS_NAN(x, y, uints) (max(as_##uints(x) & 0x7fffffff, as_##uints(y) & 0x7fffffff) > 0x7f800000)
#define ORDERED(name, operator, type, uints, float) \
  PURE type name(float x, float y) { return (x operator y) & ARE_NUMBERS(x, y, uints); }
#define ALL(type, uints, float)                                                      \
  PURE uints max(uints x, uints y);                                                  \
  ORDERED(isequal, ==, type, uints, float)                                           \
  PURE type isnotequal(float x, float y) { return (x != y) | HAS_NAN(x, y, uints); } \
  ORDERED(isgreater, >, type, uints, float)                                          \
  ORDERED(isgreaterequal, >=, type, uints, float)                                    \
  ORDERED(isless, <, type, uints, float)                                             \
  ORDERED(islessequal, <=, type, uints, float)                                       \
  PURE type islessgreater(float x, float y) { return ((x < y) | (x > y)) & ARE_NUMBERS(x, y, uints); }
ALL(int, uint, float)
ALL(int2, uint2, float2)
ALL(int3, uint3, float3)
ALL(int4, uint4, float4)
ALL(int8, uint8, float8)
ALL(int16, uint16, float16)
