// SPDX-License-Identifier: Apache-2.0
// Generic pointers came with OpenCL C 2.0: before it, a pointer without address space points to private memory.
// RUN: not kernel-run %s | FileCheck %s
// RUN: kernel-run %s --options=-cl-std=CL3.0 --global 1 o=1 | FileCheck %s --check-prefix=V30

// CHECK: {{.*}}error: initializing '__private int *__private' with an expression of type '__global int *__private' changes address space of pointer
// V30: o = 2
kernel void k(global int* o) { int* p = o; *p += 1; }
