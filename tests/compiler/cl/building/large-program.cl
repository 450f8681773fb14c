// SPDX-License-Identifier: Apache-2.0
// A kernel that would have two million instructions with all calls inlined calls functions instead.
// RUN: kernel-run %s --global 2 o=0,5 | FileCheck %s

// CHECK-NOT: {{.*(warning|error).*}}
// CHECK: o = 2097152,2097157
void f0(int* x) { *x += 1; }
#define TWICE(g, f) void g(int* x) { f(x); f(x); }
TWICE(f1, f0) TWICE(f2, f1) TWICE(f3, f2) TWICE(f4, f3) TWICE(f5, f4)
TWICE(f6, f5) TWICE(f7, f6) TWICE(f8, f7) TWICE(f9, f8) TWICE(f10, f9)
TWICE(f11, f10) TWICE(f12, f11) TWICE(f13, f12) TWICE(f14, f13) TWICE(f15, f14)
TWICE(f16, f15) TWICE(f17, f16) TWICE(f18, f17) TWICE(f19, f18) TWICE(f20, f19)
TWICE(f21, f20)
kernel void k(global int* o) {
  int x = o[get_global_id(0)];
  f21(&x);
  o[get_global_id(0)] = x;
}
