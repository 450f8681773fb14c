// SPDX-License-Identifier: Apache-2.0
// Attributes of kernels are reported as written; kernels are in the order of the source.
// RUN: kernel-run %s --describe | FileCheck %s

// CHECK:      kernel b
// CHECK-NEXT:   attributes vec_type_hint(float4) work_group_size_hint(4,1,1)
// CHECK-NEXT: kernel a
// CHECK-NEXT:   attributes vec_type_hint(ulong2) reqd_work_group_size(8,2,1)
// CHECK-NEXT: kernel none
// CHECK-NOT:    attributes{{.*}}
kernel __attribute__((vec_type_hint(float4))) __attribute__((work_group_size_hint(4, 1, 1))) void b(void) {}
kernel __attribute__((reqd_work_group_size(8, 2, 1))) __attribute__((vec_type_hint(ulong2))) void a(void) {}
kernel void none(void) {}
