// SPDX-License-Identifier: Apache-2.0
// args: in A W*H, out B W*H, int W, int H
// run qpu: W=64 H=32 K=1; global W, H; local 8, 8
// run qpu: W=32 H=64 K=1; global W, H; local 8, 8
kernel void transpose(global const float* A, global float* B, int width, int height) {
  local float tile[8][9];
  const int x = get_local_id(0), y = get_local_id(1);
  const int block = get_group_id(0) + get_num_groups(0) * get_group_id(1);
  const int by = block % get_num_groups(1), bx = (block / get_num_groups(1) + by) % get_num_groups(0);
  tile[y][x] = A[(by * 8 + y) * width + bx * 8 + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  B[(bx * 8 + y) * height + by * 8 + x] = tile[x][y];
}
