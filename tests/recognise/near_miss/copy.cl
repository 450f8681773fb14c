// SPDX-License-Identifier: Apache-2.0
// args: in A W*H, out B W*H, int W, int H
// reason: it copies and does not transpose (line 8: `out[y * width + x] = in[y * width + x];
// run cpu: W=32 H=16; global W, H
// run cpu: W=9 H=7; global W, H
kernel void transpose(global const float* in, global float* out, int width, int height) {
  int x = get_global_id(0), y = get_global_id(1);
  out[y * width + x] = in[y * width + x];
}
