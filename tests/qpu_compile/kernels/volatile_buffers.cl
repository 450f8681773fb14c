// SPDX-License-Identifier: Apache-2.0
// global: 64
// arg: in int 64
// arg: out int 128
kernel void k(volatile global const int* a, volatile global int* out) {
  const int i = get_global_id(0);
  const int x = a[i], y = a[i ^ 1];
  out[i] = 1;
  out[i] = x - y;
  out[i + 64] = x;
}
