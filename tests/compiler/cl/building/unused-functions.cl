// SPDX-License-Identifier: Apache-2.0
// Functions that no kernel calls do not count for the size of a program. Because of their barriers these
// would have to be inlined.
// RUN: kernel-run %s --global 1 o=5 | FileCheck %s

// CHECK: o = 6
void f0(void) { barrier(0); }
#define TWICE(g, f) void g(void) { f(); f(); }
TWICE(f1, f0) TWICE(f2, f1) TWICE(f3, f2) TWICE(f4, f3) TWICE(f5, f4)
TWICE(f6, f5) TWICE(f7, f6) TWICE(f8, f7) TWICE(f9, f8) TWICE(f10, f9)
TWICE(f11, f10) TWICE(f12, f11) TWICE(f13, f12) TWICE(f14, f13) TWICE(f15, f14)
TWICE(f16, f15) TWICE(f17, f16) TWICE(f18, f17) TWICE(f19, f18) TWICE(f20, f19)
TWICE(f21, f20) TWICE(f22, f21) TWICE(f23, f22) TWICE(f24, f23) TWICE(f25, f24)
kernel void k(global int* o) { o[0] += 1; }
