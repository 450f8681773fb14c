// SPDX-License-Identifier: Apache-2.0
// on the CPU: it waits in a loop for another work-item in line 16
// global: 64
// local: 16
// arg: in int 64
// arg: out int 64
// arg: out int 1
// Each work-item gets a number of its own, stores it by it, and exchanges until all have done so.
kernel void k(global const int* x, volatile global int* y, volatile global int* lock) {
  local int next, done;
  int l = get_local_id(0);
  if (l == 0) next = 0, done = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  int mine = atomic_add(&next, 1);
  y[get_group_id(0) * 16 + mine] = mine * 3;
  while (atomic_cmpxchg(&done, mine, mine + 1) != mine) {
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 0) y[get_group_id(0) * 16] = done;
}
