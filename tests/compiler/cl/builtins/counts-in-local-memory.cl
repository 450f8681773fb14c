// SPDX-License-Identifier: Apache-2.0
// Work-items count what they find, in local memory, under conditions: in one place, or in one of several.
// RUN: kernel-run %s --global 40 --local 20 a=0,7,3,10,6,2,9,5,1,8,4,0,7,3,10,6,2,9,5,1,8,4,0,7,3,10,6,2,9,5,1,8,4,0,7,3,10,6,2,9 r=30*0 | FileCheck %s
// RUN: env QUADCL_VECTORISE=always kernel-run %s --global 40 --local 20 a=0,7,3,10,6,2,9,5,1,8,4,0,7,3,10,6,2,9,5,1,8,4,0,7,3,10,6,2,9,5,1,8,4,0,7,3,10,6,2,9 r=30*0 | FileCheck %s
// RUN: env QUADCL_VECTORISE=off kernel-run %s --global 40 --local 20 a=0,7,3,10,6,2,9,5,1,8,4,0,7,3,10,6,2,9,5,1,8,4,0,7,3,10,6,2,9,5,1,8,4,0,7,3,10,6,2,9 r=30*0 | FileCheck %s

// Of each group: how many are above 5, three times the sum of the odd ones, the largest below 9, a bit for each by xor but 4, and
// how often 0 to 10 are there, of those above 2.
// CHECK: r = 9,150,8,256,0,0,0,2,1,2,2,2,1,2,2,10,132,8,34,0,0,0,2,2,1,2,2,2,2,2
kernel void k(global const int* a, global int* r) {
  local int counts[15];
  const int i = get_local_id(0), x = a[get_global_id(0)];
  if (i < 15) counts[i] = i == 2 ? -1 : 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (x > 5) atomic_inc(&counts[0]);
  if (x & 1) atomic_add(&counts[1], x * 3);
  if (x < 9) atomic_max(&counts[2], x);
  if (x != 4) atomic_xor(&counts[3], 1 << x);
  if (x > 2) atomic_inc(&counts[4 + x]);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i < 15) r[15 * get_group_id(0) + i] = counts[i];
}
