// SPDX-License-Identifier: Apache-2.0
// A uniform value is kept from one barrier to the next, although the path of an iteration with `skip`
// recomputes it in between.
// RUN: kernel-run %s --global 2 --local 2 table=3,50,700 skip=0,1,0 n=3 out=2*0 | FileCheck %s

// CHECK: out = 1403,1406
kernel void k(constant int *table, constant int *skip, int n, global int *out) {
  const int id = get_local_id(0);
  int i = 0, sum = 0;
  do {
    const int value = table[i];
    sum += id;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (skip[i]) continue;
    barrier(CLK_LOCAL_MEM_FENCE);
    sum += value;
    if (i == 2) sum += value;
    barrier(CLK_LOCAL_MEM_FENCE);
  } while (++i < n);
  out[id] = sum;
}
