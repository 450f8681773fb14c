// SPDX-License-Identifier: Apache-2.0
// on the CPU: it stores through a pointer that may lead to different kinds of memory in line 10
// options: -cl-std=CL3.0
// global: 40
// arg: in int 40
// arg: out int 40
kernel void k(global int* x, global int* y) {
  int i = get_global_id(0), own[4] = {1, 2, 3, x[i]};
  int* chosen = x[i] > 2 ? (int*)&own[x[i] & 3] : (int*)&x[i];
  *chosen = 4;
  y[i] = own[i & 3];
}
