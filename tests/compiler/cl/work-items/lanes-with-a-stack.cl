// SPDX-License-Identifier: Apache-2.0
// A stack that is read only where it was written, which the compiler cannot know: x, x x, 2 x, 2 x x, 2 x^2, 2 x^2 - 7.
// RUN: env QUADCL_VECTORISE=verbose kernel-run %s --global 40 --local 40 code=0,4,1,0,2,3 n=6 a=0..39 o=40*0 2>&1 | FileCheck %s
// RUN: env QUADCL_VECTORISE=off kernel-run %s --global 40 --local 40 code=0,4,1,0,2,3 n=6 a=0..39 o=40*0 | FileCheck %s --check-prefix=SAME

// CHECK: {{.*}} has {{[0-9]+}} lanes
// CHECK: o = -7,-5,1,11,25,43,65,91,121,155,193,235,281,331,385,443,505,571,641,715,793,875,961,1051,1145,1243,1345,1451,1561,1675,1793,1915,2041,2171,2305,2443,2585,2731,2881,3035
// SAME: o = -7,-5,1,11,25,43,65,91,121,155,193,235,281,331,385,443,505,571,641,715,793,875,961,1051,1145,1243,1345,1451,1561,1675,1793,1915,2041,2171,2305,2443,2585,2731,2881,3035
kernel void k(global const uchar* code, int n, global const int* a, global int* o) {
  int i = get_global_id(0), stack[8], top = 0;
  for (int at = 0; at < n; ++at) {
    switch (code[at]) {
      case 0: stack[top++] = a[i]; break;
      case 1: stack[top - 2] += stack[top - 1]; top--; break;
      case 2: stack[top - 2] *= stack[top - 1]; top--; break;
      case 3: stack[top - 1] -= 7; break;
      default: stack[top] = stack[top - 1]; top++;
    }
  }
  o[i] = stack[0];
}
