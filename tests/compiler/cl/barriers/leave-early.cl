// SPDX-License-Identifier: Apache-2.0
// Work-items that return before a barrier do not disturb the others. Undefined in OpenCL C, but common: early
// returns at the ragged end before a tiled loop.
// RUN: kernel-run %s --global 8 --local 4 o=8*-7 n=6 | FileCheck %s

// CHECK: o = 1,2,3,4,5,6,-7,-7
kernel void k(global int* o, int n) {
  local int s[4];
  const int i = get_global_id(0), l = get_local_id(0);
  s[l] = 1;
  if (i >= n) return;
  barrier(CLK_LOCAL_MEM_FENCE);
  int t = s[0];
  barrier(CLK_LOCAL_MEM_FENCE);
  s[l] = i;
  barrier(CLK_LOCAL_MEM_FENCE);
  o[i] = s[l] + t;
}
