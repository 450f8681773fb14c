// SPDX-License-Identifier: Apache-2.0
// A format that needs more values than it gets, or other types, prints nothing and returns -1.
// RUN: env QUADCL_VECTORISE=on kernel-run %s --options=-w --global 1 o=9,9 | FileCheck %s

// CHECK-NOT: {{.+}}
// CHECK: o = -1,-1
kernel void k(global int* o) {
  o[0] = printf("%d %d\n", 1);
  o[1] = printf("%f\n", 1);
}
