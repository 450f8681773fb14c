// SPDX-License-Identifier: Apache-2.0
// A function that is only declared is an error with its name if something calls it.
// RUN: not kernel-run %s | FileCheck %s

// CHECK-NOT: {{.*}}unused{{.*}}
// CHECK: error: undefined function 'nobody{{.*}}'
// CHECK: the build failed
int nobody(int x);
int unused(int x);
kernel void k(global int* o) { o[0] = nobody(3); }
