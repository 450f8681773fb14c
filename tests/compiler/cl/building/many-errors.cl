// SPDX-License-Identifier: Apache-2.0
// The log of a program with thousands of errors ends after twenty.
// RUN: not kernel-run %s | FileCheck %s

// CHECK-COUNT-20: {{.*}}: error: use of undeclared identifier{{.*}}
// CHECK: fatal error: too many errors emitted{{.*}}
// CHECK-NOT: {{.*}}error:{{.*}}
// CHECK: the build failed
#define FEW(x) x; x; x; x; x; x; x; x; x; x;
#define MANY(x) FEW(FEW(x)) FEW(FEW(x))
kernel void k(global int* o) { MANY(o[0] = missing) }
