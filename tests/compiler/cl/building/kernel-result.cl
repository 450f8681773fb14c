// SPDX-License-Identifier: Apache-2.0
// A kernel must return void, and must not take a pointer to private memory.
// RUN: not kernel-run %s | FileCheck %s

// CHECK: {{.*}}:[[@LINE+1]]:{{[0-9]+}}: error: kernel must have void return type
kernel int returns(void) { return 1; }
// CHECK: {{.*}}:[[@LINE+1]]:{{[0-9]+}}: error: pointer arguments to kernel functions must reside in '__global', '__constant' or '__local' address space
kernel void takes(int* p) {}
// CHECK: the build failed
