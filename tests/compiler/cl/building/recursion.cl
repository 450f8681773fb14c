// SPDX-License-Identifier: Apache-2.0
// Recursive functions are an error that names one of them.
// RUN: not kernel-run %s | FileCheck %s

// CHECK: error: function '{{[fg]}}{{.*}}' is recursive, which OpenCL C does not allow
// CHECK: the build failed
int g(int x);
int f(int x) { return x ? g(x - 1) + 1 : 0; }
int g(int x) { return x > 5 ? f(x / 2) * 3 : x; }
kernel void k(global int* o) { o[0] = f(o[1]); }
