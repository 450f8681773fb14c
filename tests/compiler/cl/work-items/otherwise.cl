// SPDX-License-Identifier: Apache-2.0
// A barrier under a condition with an else: groups in which all work-items reach it, none does, and some do.
// RUN: kernel-run %s --global 40 --local 8 o=40*-7 n=20 | FileCheck %s
// RUN: env QUADCL_VECTORISE=off kernel-run %s --global 40 --local 8 o=40*-7 n=20 | FileCheck %s
// RUN: env QUADCL_VECTORISE=always kernel-run %s --global 40 --local 8 o=40*-7 n=20 | FileCheck %s

// CHECK: o = 1,0,3,2,5,4,7,6,9,8,11,10,13,12,15,14,17,16,19,18,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35,36,37,38,39,40
kernel void k(global int* o, int n) {
  local int t[8];
  const int i = get_global_id(0), l = get_local_id(0);
  if (i < n) {
    t[l] = i;
    barrier(CLK_LOCAL_MEM_FENCE);
    o[i] = t[l ^ 1];
  } else {
    int s = 1;
    for (int j = 0; j < i; ++j) s += 1;
    o[i] = s;
  }
}
