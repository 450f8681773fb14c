// SPDX-License-Identifier: Apache-2.0
// on the CPU: it has atomic operations through a pointer that may lead to different kinds of memory in line 15
// options: -cl-std=CL3.0
// global: 48
// local: 16
// arg: in int 48
// arg: out int 1
// arg: out int 3
kernel void k(global const int* x, global atomic_int* all, global int* y) {
  local atomic_int count;
  int i = get_global_id(0);
  if (get_local_id(0) == 0) atomic_init(&count, 0);
  work_group_barrier(CLK_LOCAL_MEM_FENCE);
  atomic_int* chosen = x[i] > 0 ? (atomic_int*)&count : (atomic_int*)all;
  atomic_fetch_add(chosen, 1);
  work_group_barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) == 0) y[get_group_id(0)] = atomic_load(&count);
}
