// SPDX-License-Identifier: Apache-2.0
// launch: --global 128,128 --arg random:16384 --arg zero:16384 --arg 128 --arg 128
// The same with the dimensions exchanged: neighbours store side by side, and load far apart.
kernel void turn(global const float *in, global float *out, int width, int height) {
  int y = get_global_id(0), x = get_global_id(1);
  out[x * height + y] = in[y * width + x] * 0.5f;
}
