// SPDX-License-Identifier: Apache-2.0
// A comparison that is a number elsewhere decides a branch within a branch.
// global: 300
// arg: in int 300
// arg: out int 300
// arg: value int 7
kernel void k(global const int* a, global int* c, int n) {
  const int i = get_global_id(0), v = a[i], w = a[(i * 7) & 255];
  int sum = i * 3;
  for (int j = 0; j < (v & 7); ++j) {
    if (w <= v) return;
    sum += (uchar)n / (uchar)((w & 15) + 1);
  }
  c[i] = sum;
}
