// SPDX-License-Identifier: Apache-2.0
// global: 250
// local: 50
// arg: in float 300
// arg: out float 5
// arg: local float 50
// tolerance: 0.0001
kernel void k(global const float* x, global float* sums, local float* part) {
  uint l = get_local_id(0), n = get_local_size(0);
  part[l] = x[get_global_id(0)] * 2.0f;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint left = n; left > 1;) {
    uint half_of = (left + 1) / 2;
    if (l + half_of < left) part[l] += part[l + half_of];
    barrier(CLK_LOCAL_MEM_FENCE);
    left = half_of;
  }
  if (l == 0) sums[get_group_id(0)] = part[0];
}
