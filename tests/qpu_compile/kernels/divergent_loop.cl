// SPDX-License-Identifier: Apache-2.0
// Work-items leave a loop at different times.
// global: 50 40
// arg: out int 2000
// arg: value int 50
kernel void k(global int* c, int width) {
  const int x = get_global_id(0), y = get_global_id(1);
  int n = 0, v = x * 7 + y * 13 + 1;
  while (v != 1 && n < 200) {
    v = v & 1 ? 3 * v + 1 : v >> 1;
    ++n;
  }
  c[y * width + x] = n;
}
