// SPDX-License-Identifier: Apache-2.0
// Many work-items change the same words, and ignore what was there.
// global: 120
// local: 40
// arg: in int 120
// arg: out int 480
// arg: value int 3
kernel void k(global const int* x, global int* y, int n) {
  local int t[160];
  uint l = get_local_id(0), i = get_global_id(0);
  for (uint j = l; j < 160; j += 40) t[j] = (int)j;
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_add(&t[(uint)x[i] % 21], x[i]);
  atomic_max(&t[32 + (uint)x[i] % 5], x[i]);
  if ((x[i] & 7) != 2) atomic_xor(&t[60 + (x[i] & 31)], x[i]);
  if (l > 20) atomic_and(&t[100], x[i] | 0x5500);
  atomic_inc(&t[101]);
  atomic_sub(&t[102 + (uint)n], (int)l);
  atomic_or(&t[110 + (l & 15)], 1 << (l & 31));
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint j = l; j < 160; j += 40) y[get_group_id(0) * 160 + j] = t[j];
}
