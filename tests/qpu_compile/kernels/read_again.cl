// SPDX-License-Identifier: Apache-2.0
// The TMUs do not see what the work-item has stored.
// global: 64
// arg: in int 128
kernel void k(global int* a) {
  const int i = get_global_id(0);
  for (int j = 0; j < 4; ++j) {
    a[i] = a[i + j * 7] + 1;
    a[i + 64] = a[i] * 2;
  }
}
