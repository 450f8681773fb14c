// SPDX-License-Identifier: Apache-2.0
// args: in A W*H*2, out B W*H*2, int W, int H
// run qpu: W=32 H=16; global W, H
// run qpu: W=9 H=7; global W, H
kernel void transpose(global const ushort4* in, global ushort4* out, int width, int height) {
  int x = get_global_id(0), y = get_global_id(1);
  out[x * height + y] = in[y * width + x];
}
