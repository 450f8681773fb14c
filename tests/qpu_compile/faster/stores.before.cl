// SPDX-License-Identifier: Apache-2.0
// launch: --global 1024 --arg 3:1024 --arg zero:32768
// Each work-item stores 32 numbers one after the other, so neighbours store 128 bytes apart.
kernel void table(global const int *in, global int *out) {
  int i = get_global_id(0);
  for (int k = 0; k < 32; k++) out[i * 32 + k] = in[(i + k) % 1024] * in[k];
}
