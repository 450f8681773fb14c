// SPDX-License-Identifier: Apache-2.0
// Loops of loads that run several iterations at a time, as long as the counter leaves room for them.
// global: 40
// arg: in int 1024
// arg: out int 200
// arg: value uint 997
// arg: value int -3
// arg: value uint 3221225472
// arg: value uint 1073741824
kernel void k(global const int* x, global int* y, uint n, int m, uint far, uint step) {
  uint id = get_global_id(0), size = get_global_size(0);
  int sum = 0, other = 0, third = 0, fourth = 0, fifth = 0;
  for (uint i = id; i < n; i += size) sum = sum * 3 + x[i];
  for (int i = (int)id - 20; i < m; i += 2) other = other * 5 + x[i + 20];
  for (uint i = id; i < far; i += step) third = third * 7 + x[i >> 22];
  for (uint i = id; i < 37; i += 3) fourth = fourth * 3 + x[i] * x[i + 1];
  for (int i = (int)id; i < (int)n; i += (int)size * 4) fifth = fifth * 3 + x[i];
  y[id] = sum;
  y[id + 40] = other;
  y[id + 80] = third;
  y[id + 120] = fourth;
  y[id + 160] = fifth;
}
