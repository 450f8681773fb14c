// SPDX-License-Identifier: Apache-2.0
// What a kernel printed before it crashes is on the standard output.
// RUN: kernel-run %s --global 1 nothing=NULL > %t || true
// RUN: FileCheck %s < %t

// CHECK: before
// CHECK-NOT: {{.+}}
kernel void k(global int* nothing) {
  printf("before\n");
  nothing[get_global_id(0)] = 1;
  printf("after %d\n", nothing[0]);
}
