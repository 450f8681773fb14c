// SPDX-License-Identifier: Apache-2.0
// global: 40 12
// arg: in int 480
// arg: out int 480
// arg: value uint 3
// A quotient that only some work-items need, while all divide: by 0 and -1, too.
int quotient(int a, int b) { return b == 0 ? -1 : b == -1 ? (int)(0u - (uint)a) : a / b; }
kernel void k(global const int* x, global int* y, uint n) {
  int i = get_global_id(0), place = get_global_id(1) * get_global_size(0) + i;
  y[place] = quotient(5, i >> n) + 3 * quotient(x[place], (x[place] >> 28)) + 7 * (i > 3 ? 100u % (uint)(i - 4 | n) : 9);
}
