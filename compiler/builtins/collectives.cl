// SPDX-License-Identifier: Apache-2.0
// Work-group collectives. All work-items store their value, the first one combines them, all fetch the
// result. After the last barrier the next collective can use the same memory.
#include "builtins.h"

local ulong* quadcl_group_scratch(void) OVERLOAD;  // one element for each work-item
void quadcl_barrier(void) OVERLOAD;
PURE size_t get_local_linear_id(void);
PURE size_t get_local_size(uint d);

static size_t group_items(void) { return get_local_size(0) * get_local_size(1) * get_local_size(2); }

#define ADD(a, b) ((a) + (b))
#define MIN(a, b) ((b) < (a) ? (b) : (a))
#define MAX(a, b) ((a) < (b) ? (b) : (a))

#define LEAVE(type, x)                                             \
  local type* values = (local type*)quadcl_group_scratch();        \
  const size_t id = get_local_linear_id(), count = group_items();  \
  values[id] = x;                                                  \
  quadcl_barrier()

#define FETCH(type, element)           \
  quadcl_barrier();                    \
  const type result = values[element]; \
  quadcl_barrier();                    \
  return result

#define COLLECTIVES(type, name, OP, identity)                                \
  OVERLOAD type work_group_reduce_##name(type x) {                           \
    LEAVE(type, x);                                                          \
    if (id == 0)                                                             \
      for (size_t i = 1; i < count; ++i) values[0] = OP(values[0], values[i]); \
    FETCH(type, 0);                                                          \
  }                                                                          \
  OVERLOAD type work_group_scan_inclusive_##name(type x) {                   \
    LEAVE(type, x);                                                          \
    if (id == 0)                                                             \
      for (size_t i = 1; i < count; ++i) values[i] = OP(values[i - 1], values[i]); \
    FETCH(type, id);                                                         \
  }                                                                          \
  OVERLOAD type work_group_scan_exclusive_##name(type x) {                   \
    LEAVE(type, x);                                                          \
    if (id == 0) {                                                           \
      type before = identity;                                                \
      for (size_t i = 0; i < count; ++i) {                                   \
        const type here = values[i];                                         \
        values[i] = before;                                                  \
        before = OP(before, here);                                           \
      }                                                                      \
    }                                                                        \
    FETCH(type, id);                                                         \
  }

#define BROADCAST(type)                                                       \
  OVERLOAD type work_group_broadcast(type x, size_t i) {                      \
    LEAVE(type, x);                                                           \
    FETCH(type, i);                                                           \
  }                                                                           \
  OVERLOAD type work_group_broadcast(type x, size_t i, size_t j) {            \
    LEAVE(type, x);                                                           \
    FETCH(type, j * get_local_size(0) + i);                                   \
  }                                                                           \
  OVERLOAD type work_group_broadcast(type x, size_t i, size_t j, size_t k) {  \
    LEAVE(type, x);                                                           \
    FETCH(type, (k * get_local_size(1) + j) * get_local_size(0) + i);         \
  }

#define FOR_TYPE(type, least, most)      \
  BROADCAST(type)                        \
  COLLECTIVES(type, add, ADD, (type)0)   \
  COLLECTIVES(type, min, MIN, most)      \
  COLLECTIVES(type, max, MAX, least)

FOR_TYPE(int, INT_MIN, INT_MAX)
FOR_TYPE(uint, 0, UINT_MAX)
FOR_TYPE(long, LONG_MIN, LONG_MAX)
FOR_TYPE(ulong, 0, ULONG_MAX)
FOR_TYPE(float, -INFINITY, INFINITY)
FOR_TYPE(double, -(double)INFINITY, (double)INFINITY)

OVERLOAD int work_group_all(int x) { return work_group_reduce_min((int)(x != 0)); }
OVERLOAD int work_group_any(int x) { return work_group_reduce_max((int)(x != 0)); }
