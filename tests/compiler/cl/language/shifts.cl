// SPDX-License-Identifier: Apache-2.0
// The count of a shift is taken modulo the number of bits (OpenCL C 3.0, section 6.3 j).
// RUN: kernel-run %s --global 1 o=5*0 n=33 m=67 | FileCheck %s

// CHECK: o = 2,8,-1,4,536870911
kernel void k(global long* o, int n, int m) {
  o[0] = 1 << n;
  o[1] = 1L << m;
  o[2] = -1 >> n;
  o[3] = ((int2)(2, 2) << (int2)(n, 1)).x;
  o[4] = 0xffffffffu >> (n + 2);
}
