// SPDX-License-Identifier: Apache-2.0
// Async copies: work-items side by side copy words side by side, so that a row of them takes one request.
#include "builtins.h"

#pragma OPENCL EXTENSION cl_khr_fp64 : enable

PURE size_t get_local_linear_id(void);
PURE size_t get_local_size(uint dimension);

static uint group_items(void) {
  return (uint)get_local_size(0) * (uint)get_local_size(1) * (uint)get_local_size(2);
}

#define EACH(i, count) \
  (uint i = (uint)get_local_linear_id(), step = group_items(); i < (uint)(count); i += step)

#define SHARE(unit, to, from)                                                          \
  static OVERLOAD void share(to unit* target, const from unit* source, size_t count) { \
    for                                                                                \
      EACH(i, count) target[i] = source[i];                                            \
  }
#define SHARES(unit)         \
  SHARE(unit, local, global) \
  SHARE(unit, global, local)

SHARES(uchar)
SHARES(ushort)
SHARES(uint)

#define UNITS(unit, type, to, from) \
  share((to unit*)target, (const from unit*)source, count * (sizeof(type) / sizeof(unit)))

#define COPY(type, to, from, strided_target, strided_source)                                             \
  OVERLOAD event_t async_work_group_copy(to type* target, const from type* source, size_t count,         \
                                         event_t event) {                                                \
    if (sizeof(type) >= sizeof(uint))                                                                    \
      UNITS(uint, type, to, from);                                                                       \
    else if (sizeof(type) == sizeof(ushort))                                                             \
      UNITS(ushort, type, to, from);                                                                     \
    else                                                                                                 \
      UNITS(uchar, type, to, from);                                                                      \
    return event;                                                                                        \
  }                                                                                                      \
  OVERLOAD event_t async_work_group_strided_copy(to type* target, const from type* source, size_t count, \
                                                 size_t stride, event_t event) {                         \
    for                                                                                                  \
      EACH(i, count)                                                                                     \
    __builtin_memcpy(target + strided_target, source + strided_source, sizeof(type));                    \
    return event;                                                                                        \
  }

#include "../copies.cl"
