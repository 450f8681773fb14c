// SPDX-License-Identifier: Apache-2.0
// Integer functions for all elements of vectors.
// RUN: kernel-run %s --options=-cl-std=CL3.0 --global 1 o=16*0 | FileCheck %s

// CHECK: o = 32,0,4,31,5,5,5,-524283,8,0,3,7,0,1,2,1
kernel void k(global int4* o) {
  const int4 v = (int4)(0, 1, 80, INT_MIN);
  o[0] = ctz(v);
  o[1] = mad_hi(v, (int4)(1 << 20), (int4)(5));
  o[2] = convert_int4(ctz((uchar4)(0, 1, 8, 128)));
  o[3] = convert_int4(popcount(v));
}
