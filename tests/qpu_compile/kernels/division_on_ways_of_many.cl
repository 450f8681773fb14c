// SPDX-License-Identifier: Apache-2.0
// global: 1024
// arg: in int 1024
// arg: out int 1024
// arg: value int 1000
// Divisors that are 0 for some work-items, which have another way.
kernel void k(global const int* x, global int* y, int n) {
  int i = get_global_id(0), some = x[i] & 3;
  y[i] = some == 0 ? -7 : n / some;
}
