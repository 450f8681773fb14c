// SPDX-License-Identifier: Apache-2.0
// Elements of vectors that lanes keep as they lie in memory are chosen at run time, by some of the lanes: each element of v is the
// number of the one to take. Where the second is odd, they are taken, else nothing changes. o has all results twice.
// RUN: kernel-run %s --global 4 --local 4 v=3,1,2,0,1,2,3,0,2,3,0,1,0,0,1,2 o=32*0 n=2 | FileCheck %s
// RUN: env QUADCL_VECTORISE=always kernel-run %s --global 4 --local 4 v=3,1,2,0,1,2,3,0,2,3,0,1,0,0,1,2 o=32*0 n=2 | FileCheck %s
// RUN: env QUADCL_VECTORISE=off kernel-run %s --global 4 --local 4 v=3,1,2,0,1,2,3,0,2,3,0,1,0,0,1,2 o=32*0 n=2 | FileCheck %s

// CHECK: o = 0,1,2,3,1,2,3,0,0,1,2,3,0,0,1,2,0,1,2,3,1,2,3,0,0,1,2,3,0,0,1,2
kernel void choose(global const uint* v, global uint* o, int n) {
  const int id = get_global_id(0);
  uint4 x = vload4(id, v);
  if (x.y & 1) x = shuffle(x, x);
  for (int i = 0; i < n; ++i) vstore4(x, id + i * 4, o);
}
