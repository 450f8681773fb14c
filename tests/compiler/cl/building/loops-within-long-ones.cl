// SPDX-License-Identifier: Apache-2.0
// A short loop is completely unrolled, but not if the loop around it would then have thousands of
// instructions.
// RUN: kernel-opt %s --options=-DWORK=MOVE --passes=clean-up,unroll-short-loops -S | FileCheck %s --check-prefix=SHORT
// RUN: kernel-opt %s --options=-DWORK=FOUR_TO_THE_FIFTH --passes=clean-up,unroll-short-loops -S | FileCheck %s --check-prefix=LONG

// SHORT: {{.*}}llvm.loop.unroll.full{{.*}}
// LONG-NOT: {{.*}}llvm.loop.unroll.full{{.*}}
#define MOVE to[0] = from[0];
#define FOUR(x) x x x x
#define FOUR_TO_THE_FIFTH FOUR(FOUR(FOUR(FOUR(FOUR(MOVE)))))

kernel void k(volatile global int *from, volatile global int *to, int n) {
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < 100; ++j) to[j] = i;
    WORK
  }
}
