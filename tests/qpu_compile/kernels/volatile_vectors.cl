// SPDX-License-Identifier: Apache-2.0
// global: 128
// local: 64
// arg: in int 512
// arg: out int 512
// arg: out uchar 512
// arg: in int 1024
// arg: out int 1024
// arg: out int 8
typedef struct {
  int first;
  short2 others;
  int4 last;
} Members;
kernel void k(volatile global const int4* x, volatile global int4* y, volatile global uchar4* bytes,
              volatile global const Members* from, volatile global Members* to, global int* sums) {
  volatile local int4 parts[64];
  const int i = get_global_id(0), l = get_local_id(0);
  const int4 mine = x[i];
  y[i] = 1;
  y[i] = mine.wzyx + y[i];
  bytes[i] = convert_uchar4(mine);
  to[i] = from[i ^ 1];
  parts[l] = mine;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int k = 32; k > 0; k >>= 1) {
    if (l < k) parts[l] += parts[l + k];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (l == 0) vstore4(parts[0], get_group_id(0), sums);
}
