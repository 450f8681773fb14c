// SPDX-License-Identifier: Apache-2.0
// Who does not get the lock takes back what was counted: the place is as before.
// on the CPU: it waits in a loop for another work-item in line 9
// global: 8
// local: 1
// arg: out int 2
kernel void k(global int* out) {
  global int *lock = out, *sum = out + 1;
  while (atomic_inc(lock) != 0) atomic_dec(lock);
  *sum += (int)get_global_id(0);
  mem_fence(CLK_GLOBAL_MEM_FENCE);
  atomic_dec(lock);
}
