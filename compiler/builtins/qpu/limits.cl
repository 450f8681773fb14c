// SPDX-License-Identifier: Apache-2.0
// Functions of limits, by the operations that QPUs have.
#include "qpu.h"

#define CLAMP(type)               \
  PURE type fmin(type x, type y); \
  PURE type fmax(type x, type y); \
  PURE type clamp(type x, type low, type high) { return fmin(fmax(x, low), high); }
#define CLAMP_BY_ONE(type) \
  CLAMP(type)              \
  PURE type clamp(type x, float low, float high) { return clamp(x, (type)(low), (type)(high)); }
CLAMP(float)
CLAMP_BY_ONE(float2)
CLAMP_BY_ONE(float3)
CLAMP_BY_ONE(float4)
CLAMP_BY_ONE(float8)
CLAMP_BY_ONE(float16)
