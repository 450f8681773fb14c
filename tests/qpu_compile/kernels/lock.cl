// SPDX-License-Identifier: Apache-2.0
// Lanes that wait for the lock would keep the one that has it in the loop.
// on the CPU: it waits in a loop for another work-item in line 15
// global: 40
// local: 20
// arg: out int 2
kernel void k(global int* sums) {
  local int lock, sum;
  int l = get_local_id(0), done = 0;
  if (l == 0) lock = 0, sum = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  while (!done) {
    // A work-item that has the lock gives it back before it leaves the loop.
    // LLVM may move that behind the loop.
    if (atomic_cmpxchg(&lock, 0, 1) == 0) {
      sum += l;
      atomic_xchg(&lock, 0);
      done = 1;
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 0) sums[get_group_id(0)] = sum;
}
