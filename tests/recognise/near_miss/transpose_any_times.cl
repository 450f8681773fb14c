// SPDX-License-Identifier: Apache-2.0
// args: in A W*H, out B W*H, int W, int H, int R
// run cpu: W=37 H=19 R=0; global W, H
kernel void transpose(global const float* in, global float* out, int width, int height, int times) {
  int x = get_global_id(0), y = get_global_id(1);
  for (int r = 0; r < times; ++r)
  out[x * height + y] = in[y * width + x];
}
