// SPDX-License-Identifier: Apache-2.0
// args: in A W*H, out B W*H, int W, int H
// run qpu: W=37 H=19 K=1; global W, H
// run qpu: W=64 H=32 K=1; global W, H; local 8, 8
kernel void transpose(global const float* in, global float* out, int width, int height) {
  int x = get_global_id(0), y = get_global_id(1);
  out[x * height + y] = in[y * width + x];
}
