// SPDX-License-Identifier: Apache-2.0
// args: in A W*H, out B W*H, int W, int H
// reason: ids and counters do not make up one index (line 12: `dst[row * height + column] = patch[(u + v) % EDGE];
// run stale: W=64 H=32 K=1; global W, H; local 16, 16
#define EDGE 16
kernel void turn(global const float* src, global float* dst, int width, int height) {
  local float patch[EDGE];
  int u = get_local_id(0), v = get_local_id(1);
  patch[(u + v) % EDGE] = src[get_global_id(1) * width + get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  int row = get_group_id(0) * EDGE + v, column = get_group_id(1) * EDGE + u;
  dst[row * height + column] = patch[(u + v) % EDGE];
}
