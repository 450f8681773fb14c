// SPDX-License-Identifier: Apache-2.0
// args: in A W*H, out B W*H, int H, int W
// run qpu: W=37 H=19 K=1; global H, W
kernel void t(global const float* in, global float* out, int rows, int columns) {
  int i = get_global_id(0), j = get_global_id(1);
  out[j * rows + i] = in[i * columns + j];
}
