// SPDX-License-Identifier: Apache-2.0
// args: out B W*H, in A W*H, int W, int H, local 256
// run qpu: W=64 H=32 K=1; global W, H; local 8, 8
kernel void t(global float* out, global float* in, int width, int height, local float* block) {
  uint bx = get_local_id(0), by = get_local_id(1), n = get_local_size(0);
  uint gx = get_group_id(0), gy = get_group_id(1);
  block[by * n + bx] = in[(gy * n + by) * width + gx * n + bx];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[(gx * n + by) * height + gy * n + bx] = block[bx * n + by];
}
