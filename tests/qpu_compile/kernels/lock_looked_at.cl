// SPDX-License-Identifier: Apache-2.0
// Where another work-item has the lock, there is no exchange.
// on the CPU: it waits in a loop for another work-item in line 14
// global: 40
// local: 20
// arg: out int 2
kernel void k(global int* sums) {
  local uint lock, sum;
  int l = get_local_id(0), done = 0;
  if (l == 0) lock = 6, sum = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  while (!done) {
    const uint before = lock;
    if ((before & 1) == 0 && atomic_cmpxchg(&lock, before, before | 1) == before) {
      sum += l;
      atomic_and(&lock, ~1u);
      done = 1;
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 0) sums[get_group_id(0)] = sum;
}
