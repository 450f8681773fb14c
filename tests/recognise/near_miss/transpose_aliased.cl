// SPDX-License-Identifier: Apache-2.0
// args: out A W*H, same A, int W, int H
// run cpu: W=1 H=16; global W, H
kernel void transpose(global const float* in, global float* out, int width, int height) {
  int x = get_global_id(0), y = get_global_id(1);
  out[x * height + y] = in[y * width + x];
}
