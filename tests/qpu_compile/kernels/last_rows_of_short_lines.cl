// SPDX-License-Identifier: Apache-2.0
// Lines of three rows: two run together, then the third one with the second.
// rows together: several
// global: 48 20
// offset: 3 1
// arg: in int 1200
// arg: in int 1200
kernel void k(global int* a, global const int* b) {
  const int x = get_global_id(0), y = get_global_id(1);
  a[y * 56 + x] = 3 * a[y * 56 + x] + b[y * 56 + x];
}
