// SPDX-License-Identifier: Apache-2.0
// global: 100
// arg: in int 300
// arg: out int 300
kernel void k(global int* x, global int* y) {
  int i = get_global_id(0);
  for (int j = 0; j < 3; ++j) {
    x[i] = x[i] * 3 + j;
    y[3 * i + (x[i] & 1)] = j;
    if (y[3 * i] == 1) y[3 * i + 2] = y[3 * i + 1];
  }
}
