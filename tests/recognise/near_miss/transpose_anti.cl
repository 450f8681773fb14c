// SPDX-License-Identifier: Apache-2.0
// args: in A W*H, out B W*H, int W, int H
// reason: it does not store the columns of a row-major matrix as rows (line 8: `out[(width - 1 - x) * height + (height - 1 - y)] = in[y * wi
// run cpu: W=32 H=16; global W, H
// run cpu: W=9 H=7; global W, H
kernel void transpose(global const float* in, global float* out, int width, int height) {
  int x = get_global_id(0), y = get_global_id(1);
  out[(width - 1 - x) * height + (height - 1 - y)] = in[y * width + x];
}
