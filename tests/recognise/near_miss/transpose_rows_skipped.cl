// SPDX-License-Identifier: Apache-2.0
// args: in A W*H, out B W*H, int W, int H
// run stale: W=64 H=96 K=1; global W, H/4; local 32, 8
#define EDGE 32
kernel void turn(global const float* src, global float* dst, int width, int height) {
  local float patch[EDGE][EDGE + 1];
  const int u = get_local_id(0), v = get_local_id(1);
  const int left = get_group_id(0) * EDGE, top = get_group_id(1) * EDGE;
  for (int s = 0; s < 24; s += 8) patch[v + s][u] = src[(top + v + s) * width + left + u];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int s = 0; s < EDGE; s += 8) dst[(left + v + s) * height + top + u] = patch[u][v + s];
}
