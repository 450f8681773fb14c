// SPDX-License-Identifier: Apache-2.0
// args: in A 2*W*H, out B 2*W*H, int W, int H
// run qpu: W=37 H=19 K=1; global W, H
// run qpu: W=64 H=32 K=1; global W, H; local 8, 8
kernel void t(global const ulong* in, global ulong* out, int w, int h) {
  int x = get_global_id(0), y = get_global_id(1);
  out[x * h + y] = in[y * w + x];
}
