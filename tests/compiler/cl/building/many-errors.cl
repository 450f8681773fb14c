// SPDX-License-Identifier: Apache-2.0
// The log of a program with thousands of errors ends after twenty, also of errors that are found after the front end.
// RUN: not kernel-run %s | FileCheck %s
// RUN: not kernel-run %s --options=-DUNDEFINED | FileCheck %s --check-prefix=UNDEFINED

// CHECK-COUNT-20: {{.*}}: error: use of undeclared identifier{{.*}}
// CHECK: fatal error: too many errors emitted{{.*}}
// CHECK-NOT: {{.*}}error:{{.*}}
// CHECK: the build failed

// UNDEFINED-COUNT-20: error: undefined function '{{.*}}'
// UNDEFINED: error: there are more errors
// UNDEFINED-NOT: {{.*}}error:{{.*}}
// UNDEFINED: the build failed
#ifndef UNDEFINED
#define FEW(x) x; x; x; x; x; x; x; x; x; x;
#define MANY(x) FEW(FEW(x)) FEW(FEW(x))
kernel void k(global int* o) { MANY(o[0] = missing) }
#else
#define FEW(f) f##0(); f##1(); f##2(); f##3(); f##4(); f##5(); f##6(); f##7(); f##8(); f##9();
#define DECLARE(f) void f##0(void), f##1(void), f##2(void), f##3(void), f##4(void), f##5(void), f##6(void), f##7(void), f##8(void), f##9(void);
DECLARE(a) DECLARE(b) DECLARE(c)
kernel void k(global int* o) { FEW(a) FEW(b) FEW(c) }
#endif
