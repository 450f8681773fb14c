// SPDX-License-Identifier: Apache-2.0
// log: instructions
// global: 16
// local: 16
// arg: in int 1000
// arg: out int 1000
// arg: value int 960
// Twice over the same elements, and with the element of the turn before: these are what was stored.
kernel void k(global const int* x, global int* y, int n) {
  for (int round = 0; round < 2; ++round)
    for (int i = get_global_id(0); i < n; i += get_global_size(0)) y[i] = y[i] * 3 + x[i];
  for (int i = get_global_id(0); i < n; i += 16) y[i + 16] += y[i];
}
