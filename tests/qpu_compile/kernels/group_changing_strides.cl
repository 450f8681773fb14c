// SPDX-License-Identifier: Apache-2.0
// Neighbours lie side by side in some turns of a loop.
// global: 256
// local: 64
// arg: in uint 256
// arg: out uint 256
kernel void k(global const uint* x, global uint* y) {
  local uint t[128];
  uint l = get_local_id(0), i = get_global_id(0);
  t[l] = x[i];
  t[l + 64] = x[i] * 3;
  for (uint stride = 64; stride > 0; stride /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    uint low = 2 * l - (l & (stride - 1));
    uint a = t[low], b = t[low + stride];
    if ((x[i] & 8) != 0) t[low] = max(a, b) + 1;
    t[low + stride] = min(a, b);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  y[i] = t[l] ^ (t[l + 64] << 1);
}
