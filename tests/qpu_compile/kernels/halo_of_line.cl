// SPDX-License-Identifier: Apache-2.0
// log: instructions
// global: 256
// local: 64
// arg: in int 300
// arg: out int 256
// arg: value int 230
// A tile with a rim that its first and last work-items fill, with zeros beyond the borders.
kernel void k(global const int* in, global int* out, int n) {
  local int t[66];
  int l = get_local_id(0), g = get_global_id(0);
  t[l + 1] = g < n ? in[g] : 0;
  if (l == 0) t[0] = g > 0 ? in[g - 1] : 0;
  if (l == get_local_size(0) - 1) t[l + 2] = g + 1 < n ? in[g + 1] : 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (g < n) out[g] = t[l] + 3 * t[l + 1] + 5 * t[l + 2];
}
