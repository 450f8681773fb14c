// SPDX-License-Identifier: Apache-2.0
// The quotients of remquo: 7/2 and 5/2 are ties and go to the even quotient; the low seven bits of 500000 are
// 32. Into private, global and local memory.
// RUN: kernel-run %s --global 1 o=12*0 l=16 | FileCheck %s

// CHECK: o = 4,-4,32,2,4,-4,32,2,4,-4,32,2
kernel void k(global int4* o, local int4* l) {
  int4 p;
  const float4 x = (float4)(7, -7, 1e6f, 5), y = 2;
  remquo(x, y, &p);
  o[0] = p;
  remquo(x, y, o + 1);
  remquo(x, y, l);
  o[2] = *l;
}
