// SPDX-License-Identifier: Apache-2.0
// Functions of clang's own, behind macros such as INFINITY and NAN, may be called more than once.
// RUN: kernel-run %s --global 1 o:float=0,0,0,0 | FileCheck %s

// CHECK: o = inf,-inf,nan,1
kernel void k(global float* o) {
  o[0] = INFINITY;
  o[1] = -INFINITY;
  o[2] = NAN;
  o[3] = isnan(NAN) && HUGE_VALF == INFINITY && M_PI_F > 3;
}
