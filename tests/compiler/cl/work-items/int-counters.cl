// SPDX-License-Identifier: Apache-2.0
// A loop that shares out work with a counter of 32 bits: `get_global_size` has 64, so that the counter is cut in each
// iteration. It is split like others: all work-items of a group go through the common iterations together.
// RUN: kernel-opt %s --passes=clean-up,explicit-extensions,narrow-counters,wide-versions,strided-loops -S | FileCheck %s --check-prefix=SPLIT
// RUN: kernel-run %s --kernel shared_out --global 48 --local 16 a=1..100 o=100*0 n=100 | FileCheck %s
// RUN: env QUADCL_VECTORISE=off kernel-run %s --kernel shared_out --global 48 --local 16 a=1..100 o=100*0 n=100 | FileCheck %s
// RUN: kernel-run %s --kernel shared_out --global 48 --local 16 a=1..100 o=100*0 n=-5 | FileCheck %s --check-prefix=NONE

// SPLIT: for.body.common:{{.*}}
// CHECK: o = 2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50,51,52,53,54,55,56,57,58,59,60,61,62,63,64,65,66,67,68,69,70,71,72,73,74,75,76,77,78,79,80,81,82,83,84,85,86,87,88,89,90,91,92,93,94,95,96,97,98,99,100,101
// NONE: o = 0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0
kernel void shared_out(global const int* a, global int* o, int n) {
  for (int i = get_global_id(0); i < n; i += get_global_size(0)) o[i] = a[i] + 1;
}
