// SPDX-License-Identifier: Apache-2.0
// A loop that all work-items leave by a break between two barriers: after 4 iterations of 3 the limit of 10
// is exceeded.
// RUN: kernel-run %s --global 8 --local 4 o=8*0 limit=10 | FileCheck %s

// CHECK: o = 40,41,42,43,40,41,42,43
kernel void k(global int* o, int limit) {
  local int s[4];
  const int l = get_local_id(0);
  int i = 0;
  s[l] = 0;
  while (1) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (s[0] >= limit) break;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l == 0) s[0] += 3;
    ++i;
  }
  o[get_global_id(0)] = i * 10 + l;
}
