// SPDX-License-Identifier: Apache-2.0
// log: with work-groups of up to
// global: 64
// local: 32
// arg: in int 700
// arg: out int 64
// arg: value int 9
// What an iteration reads, the one before has stored; some elements are those of earlier ones.
kernel void k(global const int* in, global int* out, int n) {
  local int next[32], left[32];
  int l = get_local_id(0), g = get_global_id(0), sum = 0;
  next[l] = in[g];
  for (int i = 1; i < n; ++i) {
    if (l >= 2 * i) left[l] = in[g + i];
    barrier(CLK_LOCAL_MEM_FENCE);
    sum += next[31 - l] * i;
    if (l < 20) sum += left[31 - l];
    barrier(CLK_LOCAL_MEM_FENCE);
    next[l] = in[64 * i + g];
  }
  out[g] = sum;
}
