// SPDX-License-Identifier: Apache-2.0
// Variables that want more alignment than there is get less, with a warning, and the kernel runs.
// RUN: kernel-run %s --global 2 --local 2 o=0,0 p=0,1,2,3 | FileCheck %s

// CHECK-DAG: warning: variable 'own' is aligned to 128 bytes, not to 268435456
// CHECK-DAG: warning: variable 'k.shared' is aligned to 128 bytes, not to 268435456
// CHECK: o = 1120,1010
void fill(int* a, global int* p) {
  for (int j = 0; j < 4; j++) a[p[j]] = p[j] * 10;
}
kernel void k(global int* o, global int* p) {
  int __attribute__((aligned(1 << 28))) own[4];
  local int __attribute__((aligned(1 << 28))) shared[2];
  const int i = get_global_id(0);
  fill(own, p);
  shared[i] = 1000 + 100 * i;
  barrier(CLK_LOCAL_MEM_FENCE);
  o[i] = own[p[2 - i]] + shared[1 - i] + ((ulong)shared % 128 != 0);
}
