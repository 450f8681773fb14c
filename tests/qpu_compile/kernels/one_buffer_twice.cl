// SPDX-License-Identifier: Apache-2.0
// Rows that run twice would compute with their own results.
// global: 343
// arg: out int 400
// arg: same buffer 0
kernel void k(global const int* a, global int* b) {
  const int i = get_global_id(0);
  b[i] = 3 * a[i] + 1;
}
