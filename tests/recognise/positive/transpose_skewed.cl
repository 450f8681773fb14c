// SPDX-License-Identifier: Apache-2.0
// args: in A W*H, out B W*H, int W, int H
// run qpu: W=37 H=19 K=1; global 48, 32; local 16, 16
// run qpu: W=64 H=32 K=1; global W, H; local 16, 16
// run stale: W=64 H=32 K=1; global W, H; local 8, 16
#define EDGE 16
kernel void turn(global const float* src, global float* dst, uint width, uint height) {
  local float patch[EDGE * EDGE];
  uint u = get_local_id(0), v = get_local_id(1);
  uint x = get_global_id(0), y = get_global_id(1);
  if (x < width && y < height) patch[v * EDGE + (u + v) % EDGE] = src[y * width + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  uint row = x - u + v, column = y - v + u;
  if (row < width && column < height) dst[row * height + column] = patch[u * EDGE + (v + u) % EDGE];
}
