// SPDX-License-Identifier: Apache-2.0
// log: instructions
// assembly: VPM rows of a QPU: 5 of 64; constants
// global: 48 24
// local: 8 8
// arg: in float 891
// arg: out float 1152
// arg: value int 33
// arg: value int 27
// A tile with a rim, filled by loops, with zeros beyond the picture: a cache.
kernel void k(global const float* in, global float* out, int w, int h) {
  local float tile[10][10];
  const int lx = get_local_id(0), ly = get_local_id(1), x = get_global_id(0), y = get_global_id(1);
  for (int j = ly; j < 10; j += 8)
    for (int i = lx; i < 10; i += 8) {
      const int fx = (int)get_group_id(0) * 8 + i - 1, fy = (int)get_group_id(1) * 8 + j - 1;
      tile[j][i] = fx >= 0 && fy >= 0 && fx < w && fy < h ? in[fy * w + fx] : 0;
    }
  barrier(CLK_LOCAL_MEM_FENCE);
  float sum = 0;
  for (int j = 0; j < 3; ++j)
    for (int i = 0; i < 3; ++i) sum += tile[ly + j][lx + i] * (j + 2 * i);
  out[y * 48 + x] = sum;
}
