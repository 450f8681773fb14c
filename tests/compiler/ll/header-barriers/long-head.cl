// SPDX-License-Identifier: Apache-2.0
// Work-items may leave a loop at different times, each at a header that all others reach together, since each
// iteration has a barrier. The code between header and barrier is long: a barrier in the header gives it a region of
// its own, which the regions before it would else have copies of. Short code is copied, and so is code of loops in
// which some iterations have no barrier.
// RUN: kernel-opt %s --passes=clean-up,header-barriers -S | FileCheck %s
// RUN: kernel-opt %s --passes=clean-up,header-barriers --options=-DSHORT -S | FileCheck %s --check-prefix=NONE
// RUN: kernel-opt %s --passes=clean-up,header-barriers --options=-DSOMETIMES -S | FileCheck %s --check-prefix=NONE

// CHECK:      for.cond:
// CHECK:      phi i32
// CHECK-NOT:  br
// CHECK:      call void @_Z14quadcl_barrierv()
// CHECK:      br i1
// NONE:       for.cond:
// NONE-NOT:   call void @_Z14quadcl_barrierv()
// NONE:       br i1
#ifdef SHORT
#define CHANGED(x) (x)
#else
#define CHANGED(x) (sin(x) + cos(x) + pow(x, 0.3f))
#endif
#ifdef SOMETIMES
#define IF_ALL_WAIT if (n > 10)
#else
#define IF_ALL_WAIT
#endif
kernel void k(uint n, global float* o, local float* shared) {
  const uint x = get_local_id(0);
  float sum = 0;
  for (uint i = x; i < n; i += 4) {
    shared[x] = CHANGED((float)i);
    IF_ALL_WAIT barrier(CLK_LOCAL_MEM_FENCE);
    sum += shared[x ^ 1];
  }
  o[x] = sum;
}
