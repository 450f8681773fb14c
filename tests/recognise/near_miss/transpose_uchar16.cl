// SPDX-License-Identifier: Apache-2.0
// args: in A W*H*4, out B W*H*4, int W, int H
// run cpu: W=32 H=16; global W, H
// run cpu: W=9 H=7; global W, H
kernel void transpose(global const uchar16* in, global uchar16* out, int width, int height) {
  int x = get_global_id(0), y = get_global_id(1);
  out[x * height + y] = in[y * width + x];
}
