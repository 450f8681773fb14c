// SPDX-License-Identifier: Apache-2.0
// launch: --global 1024 --arg 3:65536 --arg zero:1024
// Each work-item adds up 64 numbers that lie one after the other, so neighbours load 256 bytes apart.
kernel void sums(global const int *in, global int *out) {
  int i = get_global_id(0), sum = 0;
  for (int k = 0; k < 64; k++) sum += in[i * 64 + k];
  out[i] = sum;
}
