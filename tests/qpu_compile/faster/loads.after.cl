// SPDX-License-Identifier: Apache-2.0
// launch: --global 1024 --arg 3:65536 --arg zero:1024
// The same for data that is laid out in the other order: neighbours load side by side.
kernel void sums(global const int *in, global int *out) {
  int i = get_global_id(0), n = get_global_size(0), sum = 0;
  for (int k = 0; k < 64; k++) sum += in[k * n + i];
  out[i] = sum;
}
