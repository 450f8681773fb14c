// SPDX-License-Identifier: Apache-2.0
// Neighbours store to places in no regular order.
// global: 1000
// arg: out int 1024
kernel void k(global int* c) {
  const int i = get_global_id(0);
  c[i ^ 5] = i;
}
