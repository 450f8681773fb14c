// SPDX-License-Identifier: Apache-2.0
// args: in A W*H, out B W*8, int H, int m
// run cpu: W=4 H=4 m=-8; global W, H
kernel void transpose(global const float* in, global float* out, int height, int m) {
  int x = get_global_id(0), y = get_global_id(1);
  out[x * max(height, -m) + y] = in[y * 4 + x];
}
