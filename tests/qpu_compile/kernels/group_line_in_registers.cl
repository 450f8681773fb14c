// SPDX-License-Identifier: Apache-2.0
// log: instructions
// assembly: VPM rows of a QPU: 5 of 64; constants
// global: 256
// local: 64
// offset: 64
// arg: in int 400
// arg: out int 400
// arg: value int 9
// A work-group of some rows along one line: words of neighbours lie in two rows, and a tree of sums.
__attribute__((reqd_work_group_size(64, 1, 1)))
kernel void k(global const int* in, global int* out, int n) {
  local int t[64], u[80];
  int l = get_local_id(0), g = get_global_id(0);
  t[l] = in[g];
  u[l + 16] = in[g + 1];
  if (l < 16) u[l] = n;
  barrier(CLK_LOCAL_MEM_FENCE);
  int left = l > 0 ? t[l - 1] : n, far = u[l + 7] + u[l + 16];
  barrier(CLK_LOCAL_MEM_FENCE);
  t[l] = left * 3 + far;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int some = 32; some > 0; some /= 2) {
    if (l < some) t[l] += t[l + some];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[g] = t[l] + left;
}
