// SPDX-License-Identifier: Apache-2.0
// log: larger ones with local memory in SDRAM
// global: 750
// local: 250
// arg: in float 750
// arg: out float 750
// arg: local float 500
// arg: local float 250
// Pairs that lie side by side, a sum over the group, and a last row that is not full.
kernel void k(global const float* x, global float* y, local float2* pairs, local float* sums) {
  uint l = get_local_id(0), s = get_local_size(0), i = get_global_id(0);
  pairs[s - 1 - l] = (float2)(x[i], l);
  float own = x[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  const float2 other = pairs[l], next = pairs[(l * 7 + 3) % s];
  barrier(CLK_LOCAL_MEM_FENCE);
  sums[l] = other.x;
  pairs[(l / 4 * 4 + (3 - (l & 3))) % s] = next;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint left = s; left > 1;) {
    const uint half_of_it = (left + 1) / 2;
    if (l + half_of_it < left) sums[l] += sums[l + half_of_it];
    left = half_of_it;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  y[i] = sums[0] * 4 + own + other.y - pairs[l].x + pairs[(l + 1) % s].y;
}
