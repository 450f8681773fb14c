// SPDX-License-Identifier: Apache-2.0
// Work-item functions, made of those that the compiler replaces, and the forms of barrier and fence.
#include "builtins.h"

PURE uint get_work_dim(void);
PURE size_t get_local_id(uint d);
PURE size_t get_group_id(uint d);
PURE size_t get_local_size(uint d);
PURE size_t get_enqueued_local_size(uint d);
PURE size_t quadcl_global_size(uint d);
PURE size_t get_num_groups(uint d);
PURE size_t get_global_offset(uint d);
void quadcl_barrier(void) OVERLOAD;

// libclc's version is wrong for work-groups of different sizes.
PURE size_t get_global_size(uint d) { return quadcl_global_size(d); }

PURE size_t get_global_id(uint d) {
  return get_global_offset(d) + get_group_id(d) * get_enqueued_local_size(d) + get_local_id(d);
}

PURE size_t get_local_linear_id(void) {
  return (get_local_id(2) * get_local_size(1) + get_local_id(1)) * get_local_size(0) + get_local_id(0);
}

static size_t global_index(uint d) {
  return get_group_id(d) * get_enqueued_local_size(d) + get_local_id(d);
}

PURE size_t get_global_linear_id(void) {
  return (global_index(2) * get_global_size(1) + global_index(1)) * get_global_size(0) + global_index(0);
}

// A group runs on one thread, so fences only order accesses for other threads.
OVERLOAD void mem_fence(uint flags) { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
OVERLOAD void read_mem_fence(uint flags) { __atomic_thread_fence(__ATOMIC_ACQUIRE); }
OVERLOAD void write_mem_fence(uint flags) { __atomic_thread_fence(__ATOMIC_RELEASE); }

OVERLOAD void barrier(uint flags) { quadcl_barrier(); }
OVERLOAD void work_group_barrier(uint flags) { quadcl_barrier(); }
OVERLOAD void work_group_barrier(uint flags, enum memory_scope scope) { quadcl_barrier(); }
