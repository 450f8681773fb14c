// SPDX-License-Identifier: Apache-2.0
// Bytes, and shorts in memory of a work-item, are compared with a number that may be none: 1 where they differ, or are equal.
// RUN: kernel-run %s --global 4 --local 4 u=0,1,128,255 s=0,1,-128,-1 x=0 o=4*9 p=4*9 q=4*9 | FileCheck %s --check-prefix=X0
// RUN: kernel-run %s --global 4 --local 4 u=0,1,128,255 s=0,1,-128,-1 x=-1 o=4*9 p=4*9 q=4*9 | FileCheck %s --check-prefix=XM1
// RUN: kernel-run %s --global 4 --local 4 u=0,1,128,255 s=0,1,-128,-1 x=255 o=4*9 p=4*9 q=4*9 | FileCheck %s --check-prefix=X255
// RUN: kernel-run %s --global 4 --local 4 u=0,1,128,255 s=0,1,-128,-1 x=256 o=4*9 p=4*9 q=4*9 | FileCheck %s --check-prefix=X256
// RUN: env QUADCL_VECTORISE=off kernel-run %s --global 4 --local 4 u=0,1,128,255 s=0,1,-128,-1 x=256 o=4*9 p=4*9 q=4*9 | FileCheck %s --check-prefix=X256
// RUN: kernel-run %s --global 4 --local 4 u=0,1,128,255 s=0,1,-128,-1 x=65537 o=4*9 p=4*9 q=4*9 | FileCheck %s --check-prefix=X65537

// X0: o = 0,1,1,1
// X0-NEXT: p = 0,1,1,1
// X0-NEXT: q = 0,0,0,0
// XM1: o = 1,1,1,1
// XM1-NEXT: p = 1,1,1,0
// XM1-NEXT: q = 1,1,1,1
// X255: o = 1,1,1,0
// X255-NEXT: p = 1,1,1,1
// X255-NEXT: q = 0,0,0,0
// X256: o = 1,1,1,1
// X256-NEXT: p = 1,1,1,1
// X256-NEXT: q = 0,0,0,0
// X65537: o = 1,1,1,1
// X65537-NEXT: p = 1,1,1,1
// X65537-NEXT: q = 1,1,1,1
kernel void k(global const uchar* u, global const char* s, int x, global int* o, global int* p, global int* q) {
  const size_t i = get_global_id(0);
  ushort a[16];
  for (int j = 0; j < 16; ++j) a[j] = x;
  o[i] = u[i] != x;
  p[i] = s[i] != x;
  q[i] = !(a[i & 15] == x);
}
