// SPDX-License-Identifier: Apache-2.0
// on the CPU: its private arrays take more than 16 KB for a work-item
// global: 20
// arg: in int 20
// arg: value int 7
// arg: out int 20
kernel void k(global const int* x, int n, global int* y) {
  int own[5000];
  for (int j = 0; j < 5000; ++j) own[(uint)(j * n) % 5000] = j;
  y[get_global_id(0)] = own[(uint)x[get_global_id(0)] % 5000];
}
