// SPDX-License-Identifier: Apache-2.0
// The names, address spaces and sizes of a kernel's arguments.
// RUN: kernel-run %s --describe | FileCheck %s

// CHECK:      kernel k
// CHECK-NEXT:   argument global const restrict float* a
// CHECK-NEXT:   argument constant const int* b
// CHECK-NEXT:   argument local volatile uint4* c
// CHECK-NEXT:   argument float4 d, 16 bytes
// CHECK-NEXT:   argument S e, 8 bytes
// CHECK-NEXT:   argument char3 f, 4 bytes
// CHECK-NEXT:   argument ulong g, 8 bytes
typedef struct {
  long x;
} S;
kernel void k(global const float* restrict a, constant int* b, local volatile uint4* c, float4 d, S e, char3 f,
              ulong g) {}
