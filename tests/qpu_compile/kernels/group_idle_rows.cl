// SPDX-License-Identifier: Apache-2.0
// log: with work-groups of up to
// global: 192 12
// local: 96 3
// arg: in int 4000
// arg: out int 2304
// arg: local int 288
// arg: value int 50
// Where only the first rows of a line have something to do, the others are left out: not if they store, load
// what changes, or keep values for later.
kernel void k(global const int* in, global int* out, local int* t, int n) {
  int x = get_local_id(0), y = get_local_id(1), l = y * 96 + x;
  int g = get_global_id(1) * 192 + get_global_id(0), sum = in[g], own = 0;
  t[l] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int some = 48; some > 2; some /= 2) {
    if (x < some) t[l] += t[l + some] * 3;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (x == 0) t[l] ^= n;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (x <= n) own = t[l] + t[y * 96];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (n / 2 > x) t[l] -= own;
  if (x > n) t[l] += own;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = 0; i < 3; ++i)
    if (x < i * 20) t[l] += i;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (x < 7) t[l] *= 5;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[g] = t[l] + own + sum;
}
