// SPDX-License-Identifier: Apache-2.0
// The last rows have work-items beyond the range, so they leave the version for rows that run together.
// global: 352 9
// arg: in int 3200
// arg: out int 3200
// arg: value int 343
kernel void k(global const int* a, global int* b, int width) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x < width) b[y * 343 + x] = 3 * a[y * 343 + x] + 1;
}
