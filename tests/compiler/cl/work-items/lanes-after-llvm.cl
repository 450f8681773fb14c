// SPDX-License-Identifier: Apache-2.0
// LLVM's vectoriser takes no switch. Rows that it leaves get lanes where that pays. The loop over these is not unrolled.
// RUN: env QUADCL_VECTORISE=verbose kernel-run %s --global 40 --local 40 o=40*0 a=40..79 2>&1 | FileCheck %s
// RUN: env QUADCL_VECTORISE=off kernel-run %s --global 40 --local 40 o=40*0 a=40..79 2>&1 | FileCheck %s --check-prefix=OFF
// RUN: kernel-opt %s --passes=clean-up,work-group,native --vectorise -S --features=+avx512f,+avx512vl,+avx512bw,+avx512dq --tuned-for=znver4 2>&1 | FileCheck %s --check-prefix=ONCE

// CHECK: {{.*}} stays scalar: left to LLVM's vectoriser
// CHECK: {{.*}} has {{[0-9]+}} lanes
// CHECK: o = 43,1681,35,62,0,0,0,0,51,2401,43,38,0,0,0,0,59,3249,51,46,0,0,0,0,67,4225,59,86,0,0,0,0,75,5329,67,94,0,0,0,0
// OFF-NOT: {{.*}} lanes
// OFF: o = 43,1681,35,62,0,0,0,0,51,2401,43,38,0,0,0,0,59,3249,51,46,0,0,0,0,67,4225,59,86,0,0,0,0,75,5329,67,94,0,0,0,0
// ONCE: {{.*}} has {{[0-9]+}} lanes
// ONCE-NOT: {{.*}}unroll_iter{{.*}}
kernel void k(global int* o, global const int* a) {
  int i = get_global_id(0), x = a[i], y;
  switch (x & 7) {
    case 0: y = x + 3; break;
    case 1: y = x * x; break;
    case 2: y = x - 7; break;
    case 3: y = x ^ 21; break;
    default: y = 0;
  }
  o[i] = y;
}
