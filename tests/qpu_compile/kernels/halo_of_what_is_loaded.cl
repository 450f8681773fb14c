// SPDX-License-Identifier: Apache-2.0
// global: 96
// local: 32
// arg: in int 96
// arg: out int 96
// What a work-item loads decides whether it stores, and what: others must not load where there is none.
kernel void k(global const int* in, global int* out) {
  local int t[64], u[33];
  int l = get_local_id(0), g = get_global_id(0);
  t[l] = in[g] * 3;
  if (in[g] & 1) t[l + 32] = in[g] + 1; else t[l + 32] = l;
  u[l + 1] = in[g] > 5 ? in[g] : 0;
  if (l == 0) u[0] = in[g] < 5 ? in[g] : 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[g] = t[63 - l] + 5 * t[l] + 7 * u[l] + 11 * u[32 - l];
}
