// SPDX-License-Identifier: Apache-2.0
// log: instructions
// global: 256
// local: 32
// arg: in int 256
// arg: out int 256
// arg: value int 256
// The borders of a tile repeat those of the buffer. One branch or the other fills them.
#define L 32
__attribute__((reqd_work_group_size(L, 1, 1)))
kernel void k(global const int* in, global int* out, int n) {
  local int t[L + 2];
  int l = get_local_id(0), g = get_global_id(0);
  t[l + 1] = in[g];
  if (l == 0)
    t[0] = in[max(g - 1, 0)];
  else if (l == L - 1)
    t[L + 1] = in[min(g + 1, n - 1)];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[g] = t[l] + 3 * t[l + 1] + 5 * t[l + 2];
}
