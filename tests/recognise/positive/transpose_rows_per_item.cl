// SPDX-License-Identifier: Apache-2.0
// args: out B W*H, in A W*H, int W, int H
// run qpu: W=96 H=64 K=1; global W, H/4; local 32, 8
#define TILE 32
#define ROWS 8
kernel void t(global float* out, global const float* in, int width, int height) {
  local float tile[TILE][TILE + 1];
  int x = get_group_id(0) * TILE + get_local_id(0), y = get_group_id(1) * TILE + get_local_id(1);
  for (int j = 0; j < TILE; j += ROWS) tile[get_local_id(1) + j][get_local_id(0)] = in[(y + j) * width + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  x = get_group_id(1) * TILE + get_local_id(0);
  y = get_group_id(0) * TILE + get_local_id(1);
  for (int j = 0; j < TILE; j += ROWS) out[(y + j) * height + x] = tile[get_local_id(0)][get_local_id(1) + j];
}
