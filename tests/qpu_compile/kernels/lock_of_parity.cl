// SPDX-License-Identifier: Apache-2.0
// An exchange that succeeds need not end the loop: the lock is held where the number is odd.
// on the CPU: it waits in a loop for another work-item in line 15
// global: 4
// local: 1
// arg: out int 1
kernel void k(global int* out) {
  local int lock, sum;
  lock = 6;
  sum = 3;
  barrier(CLK_LOCAL_MEM_FENCE);
  int old = lock;
  for (;;) {
    const int seen = old;
    old = atomic_cmpxchg(&lock, seen, seen + 1 - (seen & 1));
    if (old == seen && !(seen & 1)) break;
  }
  sum += 4;
  atomic_inc(&lock);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_group_id(0) == 0) *out = sum + lock;
}
