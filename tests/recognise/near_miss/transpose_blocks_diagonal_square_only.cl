// SPDX-License-Identifier: Apache-2.0
// args: in A W*H, out B W*H, int W, int H
// run cpu: W=64 H=32 K=1; global W, H; local 8, 8
kernel void transpose(global const float* A, global float* B, int width, int height) {
  const int by = get_group_id(0) % get_num_groups(1), bx = (get_group_id(0) + get_group_id(1)) % get_num_groups(0);
  const int x = bx * 8 + get_local_id(0), y = by * 8 + get_local_id(1);
  B[x * height + y] = A[y * width + x];
}
