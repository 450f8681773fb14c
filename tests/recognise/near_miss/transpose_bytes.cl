// SPDX-License-Identifier: Apache-2.0
// args: in A W*H, out B W*H, int W, int H
// reason: its elements have 1 bytes, and not 4 or 8 (line 8: `out[x * height + y] = in[y * width + x];
// run cpu: W=32 H=16; global W, H
// run cpu: W=9 H=7; global W, H
kernel void transpose(global const uchar* in, global uchar* out, int width, int height) {
  int x = get_global_id(0), y = get_global_id(1);
  out[x * height + y] = in[y * width + x];
}
