// SPDX-License-Identifier: Apache-2.0
// Components, halves, swizzles on both sides, comparisons (-1 for true) and selection by element.
// RUN: kernel-run %s --global 1 o=20*0 | FileCheck %s

// CHECK: o = 4,3,2,1,2,4,1,3,9,2,8,4,0,-1,0,-1,10,2,30,4
kernel void k(global int4* o) {
  const int4 v = (int4)(1, 2, 3, 4);
  o[0] = v.wzyx;
  o[1] = (int4)(v.odd, v.even);
  int4 w = v;
  w.xz = (int2)(9, 8);
  o[2] = w;
  o[3] = v == (int4)(0, 2, 0, 4);
  o[4] = (v & 1) == 1 ? v * 10 : v;
}
