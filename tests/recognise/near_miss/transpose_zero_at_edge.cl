// SPDX-License-Identifier: Apache-2.0
// args: in A W*H, out B W*H, int W, int H
// run cpu: W=48 H=32 K=1; global W, H; local 16, 16
#define EDGE 16
kernel void turn(global const float* src, global float* dst, int width, int height) {
  local float patch[EDGE][EDGE + 1];
  int u = get_local_id(0), v = get_local_id(1);
  int left = get_group_id(0) * EDGE, top = get_group_id(1) * EDGE;
  patch[v][u] = left + u < width - 1 ? src[(top + v) * width + left + u] : 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  dst[(left + v) * height + top + u] = patch[u][v];
}
