// SPDX-License-Identifier: Apache-2.0
// Vectors and structs of them at places that are aligned to their elements only.
// RUN: kernel-run %s --global 8 --local 8 x=60*1 o=34*0 | FileCheck %s

// CHECK: o = 0,2,3,4,5,3,4,5,6,4,5,6,7,5,6,7,8,6,7,8,9,7,8,9,10,8,9,10,11,9,10,11,12,0
typedef struct { float8 v; float x; } Pair;

kernel void k(global int* x, global int* o) {
  local int l[40];
  const int i = get_local_id(0);
  for (int k = i; k < 40; k += 8) l[k] = k;
  barrier(CLK_LOCAL_MEM_FENCE);
  const int4 near = *(local int4*)(l + i + 1);
  const int16 ones = *(global int16*)(x + i * 3 + 1);
  const Pair pair = ((global Pair*)(x + 1))[i & 1];
  *(global int4*)(o + 1 + 4 * i) = near + ones.s048c + (int)(as_int(pair.x) == as_int(pair.v.s3) ? 0 : 1);
}
