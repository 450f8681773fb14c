// SPDX-License-Identifier: Apache-2.0
// In a block that hardly ever runs, and which lanes therefore run one after the other, a number of a work-item is
// divided by one that all have in common: (5 - 30) / 10 is -2, so work-item 5 adds t[1] to 98 + 7 * 15.
// RUN: env QUADCL_VECTORISE=verbose kernel-run %s --global 40 --local 40 o=40*-1 p=10 t=100,200,300,400 a=5*0,1,11*0,1,7*0,1,7*0,1,6*0 2>&1 | FileCheck %s
// RUN: env QUADCL_VECTORISE=off kernel-run %s --global 40 --local 40 o=40*-1 p=10 t=100,200,300,400 a=5*0,1,11*0,1,7*0,1,7*0,1,6*0 | FileCheck %s --check-prefix=SAME

// CHECK: {{.*}} has {{[0-9]+}} lanes
// CHECK: o = 0,0,0,0,0,403,0,0,0,0,0,0,0,0,0,0,0,503,0,0,0,0,0,0,0,603,0,0,0,0,0,0,0,603,0,0,0,0,0,0
// SAME: o = 0,0,0,0,0,403,0,0,0,0,0,0,0,0,0,0,0,503,0,0,0,0,0,0,0,603,0,0,0,0,0,0,0,603,0,0,0,0,0,0
kernel void k(global int* o, global const int* a, global const int* t, int p) {
  int x = get_global_id(0), v = a[x];
  if (__builtin_expect(v & 1, 0)) {
    v = (v << 3) ^ (v * v + 5);
    v = v * 7 + (v ^ 9) * (v | 1) + t[(x - 30) / (20 - p) + 3];
  }
  o[x] = v;
}
