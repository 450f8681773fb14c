// SPDX-License-Identifier: Apache-2.0
// launch: --global 128,128 --arg random:16384 --arg zero:16384 --arg 128 --arg 128
// A picture that is turned over its diagonal: neighbours store far apart.
kernel void turn(global const float *in, global float *out, int width, int height) {
  int x = get_global_id(0), y = get_global_id(1);
  out[x * height + y] = in[y * width + x] * 0.5f;
}
