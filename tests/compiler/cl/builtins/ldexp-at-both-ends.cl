// SPDX-License-Identifier: Apache-2.0
// ldexp of double: NaN, results below the normal numbers (1.75 of the least rounds to 2), and beyond the largest.
// RUN: kernel-run %s --global 1 o=6*0 x=1.75 n=nan | FileCheck %s

// The doubles are NaN, 2^-1073, 1.75 2^1020, 0, 1.75 2^-1070 and infinity below zero.
// CHECK: o = {{-?}}nan,1e-323,{{1.966[0-9]+e\+307}},0,1.4e-322,-inf
kernel void k(global double* o, double x, double n) {
  o[0] = ldexp(n, 99999);
  o[1] = ldexp(x, -1074);
  o[2] = ldexp((double2)(x * 0x1p-1060), (int2)(2080)).y;
  o[3] = ldexp((double3)(x), -2147483647).x;
  o[4] = ldexp(x * 0x1p1000, -2070);
  o[5] = ldexp(-x, 2147483647);
}
