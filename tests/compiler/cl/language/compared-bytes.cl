// SPDX-License-Identifier: Apache-2.0
// Bytes are compared with a limit that may lie outside of what a byte can be: 35 if the byte is less, 26 if it is equal, 44 if it
// is greater.
// RUN: kernel-run %s --global 16 --local 16 u=0,1,126,127,128,254,255,77,3,200,100,128,0,255,127,5 s=0,1,126,127,-128,-2,-1,77,3,-56,100,-128,0,-1,127,5 limit=-129 o=16*0 p=16*0 | FileCheck %s --check-prefix=LM129
// RUN: env QUADCL_CPU_FEATURES=baseline kernel-run %s --global 16 --local 16 u=0,1,126,127,128,254,255,77,3,200,100,128,0,255,127,5 s=0,1,126,127,-128,-2,-1,77,3,-56,100,-128,0,-1,127,5 limit=-129 o=16*0 p=16*0 | FileCheck %s --check-prefix=LM129
// RUN: kernel-run %s --global 16 --local 16 u=0,1,126,127,128,254,255,77,3,200,100,128,0,255,127,5 s=0,1,126,127,-128,-2,-1,77,3,-56,100,-128,0,-1,127,5 limit=-128 o=16*0 p=16*0 | FileCheck %s --check-prefix=LM128
// RUN: env QUADCL_CPU_FEATURES=baseline kernel-run %s --global 16 --local 16 u=0,1,126,127,128,254,255,77,3,200,100,128,0,255,127,5 s=0,1,126,127,-128,-2,-1,77,3,-56,100,-128,0,-1,127,5 limit=-128 o=16*0 p=16*0 | FileCheck %s --check-prefix=LM128
// RUN: kernel-run %s --global 16 --local 16 u=0,1,126,127,128,254,255,77,3,200,100,128,0,255,127,5 s=0,1,126,127,-128,-2,-1,77,3,-56,100,-128,0,-1,127,5 limit=-1 o=16*0 p=16*0 | FileCheck %s --check-prefix=LM1
// RUN: env QUADCL_CPU_FEATURES=baseline kernel-run %s --global 16 --local 16 u=0,1,126,127,128,254,255,77,3,200,100,128,0,255,127,5 s=0,1,126,127,-128,-2,-1,77,3,-56,100,-128,0,-1,127,5 limit=-1 o=16*0 p=16*0 | FileCheck %s --check-prefix=LM1
// RUN: kernel-run %s --global 16 --local 16 u=0,1,126,127,128,254,255,77,3,200,100,128,0,255,127,5 s=0,1,126,127,-128,-2,-1,77,3,-56,100,-128,0,-1,127,5 limit=0 o=16*0 p=16*0 | FileCheck %s --check-prefix=L0
// RUN: env QUADCL_CPU_FEATURES=baseline kernel-run %s --global 16 --local 16 u=0,1,126,127,128,254,255,77,3,200,100,128,0,255,127,5 s=0,1,126,127,-128,-2,-1,77,3,-56,100,-128,0,-1,127,5 limit=0 o=16*0 p=16*0 | FileCheck %s --check-prefix=L0
// RUN: kernel-run %s --global 16 --local 16 u=0,1,126,127,128,254,255,77,3,200,100,128,0,255,127,5 s=0,1,126,127,-128,-2,-1,77,3,-56,100,-128,0,-1,127,5 limit=127 o=16*0 p=16*0 | FileCheck %s --check-prefix=L127
// RUN: env QUADCL_CPU_FEATURES=baseline kernel-run %s --global 16 --local 16 u=0,1,126,127,128,254,255,77,3,200,100,128,0,255,127,5 s=0,1,126,127,-128,-2,-1,77,3,-56,100,-128,0,-1,127,5 limit=127 o=16*0 p=16*0 | FileCheck %s --check-prefix=L127
// RUN: kernel-run %s --global 16 --local 16 u=0,1,126,127,128,254,255,77,3,200,100,128,0,255,127,5 s=0,1,126,127,-128,-2,-1,77,3,-56,100,-128,0,-1,127,5 limit=128 o=16*0 p=16*0 | FileCheck %s --check-prefix=L128
// RUN: env QUADCL_CPU_FEATURES=baseline kernel-run %s --global 16 --local 16 u=0,1,126,127,128,254,255,77,3,200,100,128,0,255,127,5 s=0,1,126,127,-128,-2,-1,77,3,-56,100,-128,0,-1,127,5 limit=128 o=16*0 p=16*0 | FileCheck %s --check-prefix=L128
// RUN: kernel-run %s --global 16 --local 16 u=0,1,126,127,128,254,255,77,3,200,100,128,0,255,127,5 s=0,1,126,127,-128,-2,-1,77,3,-56,100,-128,0,-1,127,5 limit=255 o=16*0 p=16*0 | FileCheck %s --check-prefix=L255
// RUN: env QUADCL_CPU_FEATURES=baseline kernel-run %s --global 16 --local 16 u=0,1,126,127,128,254,255,77,3,200,100,128,0,255,127,5 s=0,1,126,127,-128,-2,-1,77,3,-56,100,-128,0,-1,127,5 limit=255 o=16*0 p=16*0 | FileCheck %s --check-prefix=L255
// RUN: kernel-run %s --global 16 --local 16 u=0,1,126,127,128,254,255,77,3,200,100,128,0,255,127,5 s=0,1,126,127,-128,-2,-1,77,3,-56,100,-128,0,-1,127,5 limit=256 o=16*0 p=16*0 | FileCheck %s --check-prefix=L256
// RUN: env QUADCL_CPU_FEATURES=baseline kernel-run %s --global 16 --local 16 u=0,1,126,127,128,254,255,77,3,200,100,128,0,255,127,5 s=0,1,126,127,-128,-2,-1,77,3,-56,100,-128,0,-1,127,5 limit=256 o=16*0 p=16*0 | FileCheck %s --check-prefix=L256
// RUN: kernel-run %s --global 16 --local 16 u=0,1,126,127,128,254,255,77,3,200,100,128,0,255,127,5 s=0,1,126,127,-128,-2,-1,77,3,-56,100,-128,0,-1,127,5 limit=1000 o=16*0 p=16*0 | FileCheck %s --check-prefix=L1000
// RUN: env QUADCL_CPU_FEATURES=baseline kernel-run %s --global 16 --local 16 u=0,1,126,127,128,254,255,77,3,200,100,128,0,255,127,5 s=0,1,126,127,-128,-2,-1,77,3,-56,100,-128,0,-1,127,5 limit=1000 o=16*0 p=16*0 | FileCheck %s --check-prefix=L1000

// LM129: o = 44,44,44,44,44,44,44,44,44,44,44,44,44,44,44,44
// LM129-NEXT: p = 44,44,44,44,44,44,44,44,44,44,44,44,44,44,44,44
// LM128: o = 44,44,44,44,44,44,44,44,44,44,44,44,44,44,44,44
// LM128-NEXT: p = 44,44,44,44,26,44,44,44,44,44,44,26,44,44,44,44
// LM1: o = 44,44,44,44,44,44,44,44,44,44,44,44,44,44,44,44
// LM1-NEXT: p = 44,44,44,44,35,35,26,44,44,35,44,35,44,26,44,44
// L0: o = 26,44,44,44,44,44,44,44,44,44,44,44,26,44,44,44
// L0-NEXT: p = 26,44,44,44,35,35,35,44,44,35,44,35,26,35,44,44
// L127: o = 35,35,35,26,44,44,44,35,35,44,35,44,35,44,26,35
// L127-NEXT: p = 35,35,35,26,35,35,35,35,35,35,35,35,35,35,26,35
// L128: o = 35,35,35,35,26,44,44,35,35,44,35,26,35,44,35,35
// L128-NEXT: p = 35,35,35,35,35,35,35,35,35,35,35,35,35,35,35,35
// L255: o = 35,35,35,35,35,35,26,35,35,35,35,35,35,26,35,35
// L255-NEXT: p = 35,35,35,35,35,35,35,35,35,35,35,35,35,35,35,35
// L256: o = 35,35,35,35,35,35,35,35,35,35,35,35,35,35,35,35
// L256-NEXT: p = 35,35,35,35,35,35,35,35,35,35,35,35,35,35,35,35
// L1000: o = 35,35,35,35,35,35,35,35,35,35,35,35,35,35,35,35
// L1000-NEXT: p = 35,35,35,35,35,35,35,35,35,35,35,35,35,35,35,35
int relations(int x, int limit) {
  return (x < limit) + 2 * (x <= limit) + 4 * (x > limit) + 8 * (x >= limit) + 16 * (x == limit) + 32 * (x != limit);
}
kernel void k(global const uchar* u, global const char* s, int limit, global int* o, global int* p) {
  const size_t i = get_global_id(0);
  o[i] = relations(u[i], limit);
  p[i] = relations(s[i], limit);
}
