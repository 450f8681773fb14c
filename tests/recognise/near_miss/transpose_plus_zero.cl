// SPDX-License-Identifier: Apache-2.0
// args: in A W*H, out B W*H, int W, int H
// run cpu: W=32 H=16; global W, H
// -0 + 0 is 0.
kernel void transpose(global const float* in, global float* out, int width, int height) {
  int x = get_global_id(0), y = get_global_id(1);
  out[x * height + y] = in[y * width + x] + 0.0f;
}
