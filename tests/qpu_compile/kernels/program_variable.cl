// SPDX-License-Identifier: Apache-2.0
// options: -cl-std=CL2.0
// on the CPU: it stores to a variable of the program in line 10
// global: 64
// arg: in int 64
// arg: out int 64
global int last[64];
kernel void k(global const int* a, global int* out) {
  const int i = get_global_id(0);
  last[i] = a[i];
  out[i] = i;
}
