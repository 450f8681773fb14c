// SPDX-License-Identifier: Apache-2.0
// Calls of one work-item keep their order. Between barriers, calls of a group are in the order of its
// work-items.
// RUN: kernel-run %s --global 3 --local 3 | FileCheck %s

//      CHECK: 0 a
// CHECK-NEXT: 0 b
// CHECK-NEXT: 1 a
// CHECK-NEXT: 1 b
// CHECK-NEXT: 2 a
// CHECK-NEXT: 2 b
// CHECK-NEXT: after 0
// CHECK-NEXT: after 1
// CHECK-NEXT: after 2
// CHECK-NOT: {{.+}}
kernel void k(void) {
  const int i = get_global_id(0);
  printf("%d a\n", i);
  printf("%d b\n", i);
  barrier(CLK_LOCAL_MEM_FENCE);
  printf("after %d\n", i);
}
