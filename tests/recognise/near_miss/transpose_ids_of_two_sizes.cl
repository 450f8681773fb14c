// SPDX-License-Identifier: Apache-2.0
// args: in A W*H, out B W*H, int W, int H
// reason: a division of an index that does not start at 0 (line 9: `patch[y % EDGE][x % EDGE] = src[y * width + x];
// run cpu: W=64 H=32 K=1; global W, H; local 16, 16
#define EDGE 16
kernel void turn(global const float* src, global float* dst, int width, int height) {
  local float patch[EDGE][EDGE + 1];
  int x = get_global_id(0), y = get_global_id(1);
  patch[y % EDGE][x % EDGE] = src[y * width + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  int row = x / 8 * 8 + y % EDGE;
  int column = y / EDGE * EDGE + x % EDGE;
  if (row < width) dst[row * height + column] = patch[x % EDGE][y % EDGE];
}
