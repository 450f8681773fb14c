// SPDX-License-Identifier: Apache-2.0
// OpenCL C has no pointers to functions.
// RUN: not kernel-run %s | FileCheck %s

// CHECK: {{.*}}:[[@LINE+3]]:{{[0-9]+}}: error: pointers to functions are not allowed
// CHECK: the build failed
int f(int x) { return x; }
kernel void k(global int* o) { int (*p)(int) = f; o[0] = p(1); }
