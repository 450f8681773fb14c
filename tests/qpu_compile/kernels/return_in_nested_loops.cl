// SPDX-License-Identifier: Apache-2.0
// Work-items return from an inner loop while others have left the outer one.
// global: 64
// arg: out int 64
// arg: value int 5
// arg: value int 90
kernel void k(global int* c, int n, int w) {
  const int i = get_global_id(0);
  int d = n;
  for (int j = 0; j < (i & 3); ++j)
    for (int p = 0; p < (i & 3); ++p) {
      d ^= p;
      if ((d < w) <= max(p, j)) return;
    }
  c[i] = d;
}
