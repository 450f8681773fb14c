// SPDX-License-Identifier: Apache-2.0
// Work-items beyond the end leave early; products have all 32 bits.
// global: 1008
// arg: in int 1000
// arg: out int 1008
// arg: value int 900
kernel void k(global const int* a, global int* c, int n) {
  const int i = get_global_id(0);
  if (i < n) c[i] = a[i] * 1234567 + n;
}
