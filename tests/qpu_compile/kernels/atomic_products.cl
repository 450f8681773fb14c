// SPDX-License-Identifier: Apache-2.0
// Multiplies by exchanges that are tried again until no other work-item came between.
// global: 48
// local: 16
// arg: in int 48
// arg: in int 4
kernel void k(global const int* x, volatile global int* products) {
  int i = get_global_id(0);
  int old = products[i & 3], seen;
  while ((seen = atomic_cmpxchg(&products[i & 3], old, (int)((uint)old * (uint)(x[i] | 1)))) != old) old = seen;
}
