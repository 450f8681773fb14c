// SPDX-License-Identifier: Apache-2.0
// Vectors of all sizes in places that depend on data, for some work-items only. Such accesses may be aligned.
// RUN: kernel-run %s --global 16 --local 16 n=11 place=15,14,13,12,11,10,9,8,7,6,5,4,3,2,1,0 x=256*0 y=256*0 | FileCheck %s

// Work-item i < 11 writes 100 i + 15 to the vector of 16 at place[i], and reads its element 15 - i there.
// CHECK: x = {{(0,)+}}{{(1015,)+}}{{(915,)+}}{{(815,)+}}{{(715,)+}}{{(615,)+}}{{(515,)+}}{{(415,)+}}{{(315,)+}}{{(215,)+}}{{(115,)+}}{{(15,)+}}15
// CHECK: y = {{(0,)+}}{{(1015,)+}}{{(915,)+}}{{(815,)+}}{{(715,)+}}{{(615,)+}}{{(515,)+}}{{(415,)+}}{{(315,)+}}{{(215,)+}}{{(115,)+}}{{(15,)+}}{{(0,)+}}0
kernel void k(int n, global const int* place, global double16* x, global float8* y) {
  const int i = get_global_id(0);
  if (i < n && place[i] >= 0) {
    double16 value = x[place[i]];
    value += 100 * i + 15;
    x[place[i]] = value;
    y[place[i]] = convert_float8(value.lo) + y[place[i]];
  }
}
