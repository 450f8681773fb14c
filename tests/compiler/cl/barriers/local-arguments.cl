// SPDX-License-Identifier: Apache-2.0
// Local arguments are shared by the group, and different arguments are separate memory.
// RUN: kernel-run %s --global 8 --local 4 data=0..7 a=16 b=8 | FileCheck %s

// CHECK: data = 31003,21002,11001,1000,71003,61002,51001,41000
kernel void k(global int* data, local int* a, local short* b) {
  const int i = get_local_id(0), n = get_local_size(0);
  a[i] = data[get_global_id(0)];
  b[i] = 1000 + i;
  barrier(CLK_LOCAL_MEM_FENCE);
  data[get_global_id(0)] = a[n - 1 - i] * 10000 + b[n - 1 - i];
}
