// SPDX-License-Identifier: Apache-2.0
// args: in A W*H, out B W*H, int W, int H
// reason: it keeps a part of each element of the output (line 8: `out[x * height + y].xyz = in[y * width + x].xyz;
// run cpu: W=32 H=16; global W, H
// run cpu: W=9 H=7; global W, H
kernel void transpose(global const uchar4* in, global uchar4* out, int width, int height) {
  int x = get_global_id(0), y = get_global_id(1);
  out[x * height + y].xyz = in[y * width + x].xyz;
}
