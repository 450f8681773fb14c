// SPDX-License-Identifier: Apache-2.0
// log: instructions
// global: 24 16
// local: 8 8
// options: -cl-fast-relaxed-math
// arg: in float 600
// arg: out float 600
// arg: value int 24
// tolerance: 0.0001
// A blur that reads the borders of a tile, which is not kept.
kernel void k(global const float* x, global float* y, int width) {
  local float tile[10][10];
  int lx = get_local_id(0), ly = get_local_id(1), gx = get_global_id(0), gy = get_global_id(1);
  for (int r = ly; r < 10; r += 8)
    for (int c = lx; c < 10; c += 8) {
      int sx = clamp(gx - lx + c - 1, 0, width - 1), sy = clamp(gy - ly + r - 1, 0, 15);
      tile[r][c] = x[sy * width + sx];
    }
  barrier(CLK_LOCAL_MEM_FENCE);
  float sum = 0;
  for (int r = 0; r < 3; ++r)
    for (int c = 0; c < 3; ++c) sum += tile[ly + r][lx + c] * (r + 1) * (c + 2);
  y[gy * width + gx] = sum;
}
