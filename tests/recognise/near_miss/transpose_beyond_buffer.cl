// SPDX-License-Identifier: Apache-2.0
// args: int W, int H, in A W*H-1, out B W*H
// run stale: W=37 H=19; global W, H
kernel void turn(int width, int height, global const float* in, global float* out) {
  int x = get_global_id(0), y = get_global_id(1);
  out[x * height + y] = in[y * width + x];
}
