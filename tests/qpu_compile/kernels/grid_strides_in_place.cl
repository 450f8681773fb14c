// SPDX-License-Identifier: Apache-2.0
// log: instructions
// global: 64
// local: 16
// arg: in int 1000
// arg: out int 1000
// arg: value int 1000
// What a work-item adds to was not stored before: no load behind a store needs the DMA engine.
kernel void k(global const int* x, global int* y, int n) {
  for (int i = get_global_id(0); i < n; i += get_global_size(0)) y[i] += x[i] * 3;
}
