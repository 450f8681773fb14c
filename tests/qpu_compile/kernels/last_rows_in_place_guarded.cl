// SPDX-License-Identifier: Apache-2.0
// The same where some of them have work-items beyond the range.
// rows together: several
// assembly: best for 16 rows together
// global: 464 9
// arg: in int 4200
// arg: in int 4200
// arg: value int 455
kernel void k(global int* a, global const int* b, int width) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x < width && y > 0) a[y * 455 + x] = 3 * a[y * 455 + x] + b[y * 455 + x];
}
