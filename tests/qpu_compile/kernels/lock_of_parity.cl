// SPDX-License-Identifier: Apache-2.0
// An exchange that succeeds need not end the loop: the lock is held where the number is odd.
// on the CPU: it waits in a loop for another work-item in line 12
// global: 8
// local: 1
// arg: out int 2
kernel void k(global int* out) {
  global int *lock = out, *sum = out + 1;
  int old = *lock;
  for (;;) {
    const int seen = old;
    old = atomic_cmpxchg(lock, seen, seen + 1 - (seen & 1));
    if (old == seen && !(seen & 1)) break;
  }
  *sum += (int)get_global_id(0);
  mem_fence(CLK_GLOBAL_MEM_FENCE);
  atomic_inc(lock);
}
