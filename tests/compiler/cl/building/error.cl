// SPDX-License-Identifier: Apache-2.0
// An error is in the log with its place and the line of the source, and there is no program.
// RUN: not kernel-run %s | FileCheck %s

kernel void k(global int* o) {
  o[0] = undeclared;
}
// CHECK: {{.*}}:[[@LINE-2]]:10: error: use of undeclared identifier 'undeclared'
// CHECK: {{ *[0-9]+}} |   o[0] = undeclared;
// CHECK: 1 error generated.
// CHECK: the build failed
