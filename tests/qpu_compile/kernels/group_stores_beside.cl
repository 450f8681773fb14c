// SPDX-License-Identifier: Apache-2.0
// Stores, atomic operations and loads of what was stored leave local memory alone, whose first word is not at
// the null pointer.
// global: 128
// local: 32
// arg: in int 128
// arg: out int 128
// arg: out int 128
// arg: out long 128
// arg: out int 16
// arg: local int 32
// arg: value int 1
kernel void k(global const int* x, global int* y, global int* z, global long* w, global int* c, local int* t, int n) {
  local int first[32];
  uint l = get_local_id(0), i = get_global_id(0);
  first[l] = x[i];
  t[31 - l] = x[i] + 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  y[i] = first[31 - l];
  z[((i & 31) * 5 & 31) + (i & ~31)] = first[l] - t[l];
  if (x[i] > 0) w[i] = first[(l + 3) & 31];
  c[i & 15] = 0;
  int old = atomic_add(&y[i], 5);
  barrier(CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE);
  local int* p = n > 0 ? first : 0;
  if (p != 0) z[i] += p[l] + t[l] + old + y[i ^ 1];
}
