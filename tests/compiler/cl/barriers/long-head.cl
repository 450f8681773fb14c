// SPDX-License-Identifier: Apache-2.0
// Work-items leave a loop with barriers at different times. Its body is long, so the code before the first barrier is
// not copied. CHANGED(x) is x.
// RUN: kernel-run %s --global 4 --local 4 n=6 o=4*0 shared=16 | FileCheck %s

// The first iteration adds 1,0,3,2, the second one 5,4 to the first two.
// CHECK: o = 6,4,3,2
#define CHANGED(x) ((x) + (sin(x) > 2 || cos(x) > 2 || pow((x), 0.3f) < 0))
kernel void k(uint n, global float* o, local float* shared) {
  const uint x = get_local_id(0);
  float sum = 0;
  for (uint i = x; i < n; i += 4) {
    shared[x] = CHANGED((float)i);
    barrier(CLK_LOCAL_MEM_FENCE);
    sum += shared[x ^ 1];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  o[x] = sum;
}
