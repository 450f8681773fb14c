// SPDX-License-Identifier: Apache-2.0
// launch: --global 1024 --arg 3:1024 --arg zero:32768
// The same in the other order: neighbours store side by side.
kernel void table(global const int *in, global int *out) {
  int i = get_global_id(0), n = get_global_size(0);
  for (int k = 0; k < 32; k++) out[k * n + i] = in[(i + k) % 1024] * in[k];
}
