// SPDX-License-Identifier: Apache-2.0
// args: in A W*H, out B W*H, int W, int H
// run qpu: W=48 H=32 K=1; global W/2, H; local 8, 16
// run qpu: W=40 H=32 K=1; global 24, H; local 8, 16
#define EDGE 16
kernel void turn(global const float* src, global float* dst, int width, int height) {
  local float patch[EDGE][EDGE + 1];
  int u = get_local_id(0), v = get_local_id(1);
  int left = get_group_id(0) * EDGE, top = get_group_id(1) * EDGE;
  for (int h = 0; h < 2; h++) {
    int x = left + u + 8 * h;
    patch[u + 8 * h][v] = x < width && top + v < height ? src[(top + v) * width + x] : 0;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int h = 0; h < 2; h++)
    if (left + v < width) dst[(left + v) * height + top + u + 8 * h] = patch[v][u + 8 * h];
}
