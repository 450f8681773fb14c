// SPDX-License-Identifier: Apache-2.0
// Who does not get the lock takes back what was counted: the place is as before.
// on the CPU: it waits in a loop for another work-item in line 12
// global: 4
// local: 1
// arg: out int 1
kernel void k(global int* out) {
  local int lock, sum;
  lock = 0;
  sum = 3;
  barrier(CLK_LOCAL_MEM_FENCE);
  while (atomic_inc(&lock) != 0) atomic_dec(&lock);
  sum += 4;
  atomic_dec(&lock);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_group_id(0) == 0) *out = sum + lock;
}
