// SPDX-License-Identifier: Apache-2.0
// args: int W, in A W+8, in B 8, out C W, int 8
// reason: the rows of an operand overlap (line 9: `out[x] = acc;
// run cpu: W=64; global W
kernel void filter(int width, global const float* in, global const float* weights, global float* out, int size) {
  int x = get_global_id(0);
  float acc = 0;
  for (int k = 0; k < size; k++) acc += in[x + k] * weights[k];
  out[x] = acc;
}
