// SPDX-License-Identifier: Apache-2.0
// Powers by constants, also of zeros, infinities and negative numbers (section 7.5.1 of the C specification).
// 3^4 = 81, 2^-3 = 1/8, (-2)^3 = -8, 1.5^5 = 7.59375, 2^16 = 65536.
// RUN: kernel-run %s --kernel numbers --global 1 a=3,2,-2,1.5,9 o=12*0 | FileCheck %s --check-prefix=NUMBERS
// RUN: kernel-run %s --kernel ends --global 1 a=0,-0,inf,-inf,nan o=14*0 | FileCheck %s --check-prefix=ENDS
// RUN: kernel-run %s --kernel doubles --global 1 a=3,2,-2,1.5,9 o=7*0 | FileCheck %s --check-prefix=DOUBLES

// NUMBERS: o = 81,0.125,-8,7.59375,65536,3,9,-0.125,4,1,1.5,27
kernel void numbers(global const float* a, global float* o) {
  o[0] = pown(a[0], 4);
  o[1] = pown(a[1], -3);
  o[2] = pow(a[2], 3.0f);
  o[3] = powr(a[3], 5.0f);
  o[4] = pow(a[1], 16.0f);
  o[5] = pow(a[4], 0.5f);
  o[6] = pow((float2)(a[0], a[1]), (float2)(2.0f, 2.0f)).x;
  o[7] = pown(a[2], -3);
  o[8] = powr(a[1], 2.0f);
  o[9] = pown(a[2], 0);
  o[10] = pow(a[3], 1.0f);
  o[11] = powr(a[4], 1.5f);
}
// ENDS: o = 0,0,-0,inf,-inf,inf,-inf,inf,inf,0,-0,0,nan,nan
kernel void ends(global const float* a, global float* o) {
  o[0] = pow(a[0], 3.0f);
  o[1] = pow(a[1], 2.0f);
  o[2] = pow(a[1], 3.0f);
  o[3] = pow(a[0], -3.0f);
  o[4] = pow(a[1], -3.0f);
  o[5] = pow(a[3], 2.0f);
  o[6] = pow(a[3], 3.0f);
  o[7] = pow(a[3], 0.5f);
  o[8] = powr(a[1], -3.0f);
  o[9] = pow(a[1], 0.5f);
  o[10] = pow(a[3], -3.0f);
  o[11] = powr(a[1], 3.0f);
  o[12] = powr(a[3], 2.0f);
  o[13] = pown(a[4], 3);
}
// DOUBLES: o = 81,0.125,-8,7.59375,65536,3,27
kernel void doubles(global const double* a, global double* o) {
  o[0] = pown(a[0], 4);
  o[1] = pown(a[1], -3);
  o[2] = pow(a[2], 3.0);
  o[3] = powr(a[3], 5.0);
  o[4] = pow(a[1], 16.0);
  o[5] = pow(a[4], 0.5);
  o[6] = powr(a[4], 1.5);
}
