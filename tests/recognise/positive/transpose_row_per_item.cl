// SPDX-License-Identifier: Apache-2.0
// args: in A W*W, out B W*W, int W
// run qpu: W=37 K=1; global W
kernel void t(global const float* in, global float* out, int n) {
  int i = get_global_id(0);
  for (int j = 0; j < n; j++) out[j * n + i] = in[i * n + j];
}
