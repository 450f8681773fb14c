// SPDX-License-Identifier: Apache-2.0
// Integer functions for all elements of vectors.
// RUN: kernel-run %s --options=-cl-std=CL3.0 --global 1 o=24*0 | FileCheck %s

// CHECK: o = 32,0,4,31,5,5,5,-524283,8,0,3,7,0,1,2,1,-35,-21,16777215,-8388609,16777215,33554430,2147483520,-16777471
kernel void k(global int4* o) {
  const int4 v = (int4)(0, 1, 80, INT_MIN);
  o[0] = ctz(v);
  o[1] = mad_hi(v, (int4)(1 << 20), (int4)(5));
  o[2] = convert_int4(ctz((uchar4)(0, 1, 8, 128)));
  o[3] = convert_int4(popcount(v));
  o[4] = mad24((int4)(5, -7, 8388607, -8388608), (int4)(-7, 3, 2, 1), (int4)(0, 0, 1, -1));
  o[5] = as_int4(mul24((uint4)(16777215), (uint4)(1, 2, 128, 255)));
}
