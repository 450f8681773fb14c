// SPDX-License-Identifier: Apache-2.0
// Async copies, and prefetch of vectors with three components. The first work-item of a group copies for all.
// No work-item may read the copy before wait_group_events, which is a barrier. A vector of three components
// is copied with its padding (OpenCL C 3.0, section 6.15.11: "will behave similarly to ... gentype4").
#include "builtins.h"

#pragma OPENCL EXTENSION cl_khr_fp64 : enable

#ifndef COPY  // of QPUs: qpu/copies.cl
PURE size_t get_local_linear_id(void);

#define COPY(type, to, from, strided_target, strided_source)                                             \
  OVERLOAD event_t async_work_group_copy(to type* target, const from type* source, size_t count,         \
                                         event_t event) {                                                \
    if (get_local_linear_id() == 0) __builtin_memcpy(target, source, count * sizeof(type));              \
    return event;                                                                                        \
  }                                                                                                      \
  OVERLOAD event_t async_work_group_strided_copy(to type* target, const from type* source, size_t count, \
                                                 size_t stride, event_t event) {                         \
    if (get_local_linear_id() != 0) return event;                                                        \
    for (size_t i = 0; i < count; ++i)                                                                   \
      __builtin_memcpy(target + strided_target, source + strided_source, sizeof(type));                  \
    return event;                                                                                        \
  }
#endif

#define DIRECTIONS(type)                  \
  COPY(type, local, global, i, i* stride) \
  COPY(type, global, local, i* stride, i)
#define COPIES(type)   \
  DIRECTIONS(type)     \
  DIRECTIONS(type##2)  \
  DIRECTIONS(type##3)  \
  DIRECTIONS(type##4)  \
  DIRECTIONS(type##8)  \
  DIRECTIONS(type##16) \
  OVERLOAD void prefetch(const global type##3 * pointer, size_t count) {}

COPIES(char)
COPIES(uchar)
COPIES(short)
COPIES(ushort)
COPIES(int)
COPIES(uint)
COPIES(long)
COPIES(ulong)
COPIES(float)
COPIES(double)
