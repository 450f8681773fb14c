// SPDX-License-Identifier: Apache-2.0
// Functions of floating-point numbers.
#include "overlay.h"

// libclc has this form with the types of its arguments mixed up.
#define SMOOTHSTEP(type)                                                  \
  PURE type smoothstep(type low, type high, type x);                      \
  PURE type smoothstep(double low, double high, type x) {                 \
    return smoothstep((type)(low), (type)(high), x);                      \
  }
SMOOTHSTEP(double2)
SMOOTHSTEP(double3)
SMOOTHSTEP(double4)
SMOOTHSTEP(double8)
SMOOTHSTEP(double16)

// libclc's forgets the bit that makes a NaN quiet, so that its nan(0) is infinite.
#define NAN_OF(codes, type) \
  PURE type nan(codes code) { return as_##type(code | (codes)0x7ff8000000000000UL); }
NAN_OF(ulong, double)
NAN_OF(ulong2, double2)
NAN_OF(ulong3, double3)
NAN_OF(ulong4, double4)
NAN_OF(ulong8, double8)
NAN_OF(ulong16, double16)
