// SPDX-License-Identifier: Apache-2.0
// args: in A W*H, out B W*H, int W, int H
// reason: it converts integers that are data (line 7: `out
// run cpu: W=32 H=16; global W, H
kernel void transpose(global const uint* in, global uchar* out, int width, int height) {
  int x = get_global_id(0), y = get_global_id(1);
  out[x * height + y] = in[y * width + x];
}
