// SPDX-License-Identifier: Apache-2.0
// Async copies and prefetch of vectors with three components, which "behave as the ones with four"
// (OpenCL C 3.0, section 6.15.11).
#include "overlay.h"

#define COPY(type, to, from)                                                                                   \
  OVERLOAD event_t async_work_group_copy(to type##4 * target, const from type##4 * source, size_t count,       \
                                         event_t event);                                                       \
  OVERLOAD event_t async_work_group_copy(to type##3 * target, const from type##3 * source, size_t count,       \
                                         event_t event) {                                                      \
    return async_work_group_copy((to type##4*)target, (const from type##4*)source, count, event);              \
  }                                                                                                            \
  OVERLOAD event_t async_work_group_strided_copy(to type##4 * target, const from type##4 * source,             \
                                                 size_t count, size_t stride, event_t event);                  \
  OVERLOAD event_t async_work_group_strided_copy(to type##3 * target, const from type##3 * source,             \
                                                 size_t count, size_t stride, event_t event) {                 \
    return async_work_group_strided_copy((to type##4*)target, (const from type##4*)source, count, stride,      \
                                         event);                                                               \
  }

#define COPIES(type)        \
  COPY(type, local, global) \
  COPY(type, global, local) \
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
