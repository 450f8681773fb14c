// SPDX-License-Identifier: Apache-2.0
// args: in A W*H, out B W*H, int W, int H
// run qpu: W=37 H=19 K=1; global 48, 32; local 16, 16
kernel void t(global const float* in, global float* out, uint w, uint h) {
  uint x = get_global_id(0), y = get_global_id(1);
  if (x < w && y < h) out[x * h + y] = in[x + y * w];
}
