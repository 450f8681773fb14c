// SPDX-License-Identifier: Apache-2.0
// The native functions round by adding and subtracting a large number, even if sums may be reordered.
// RUN: kernel-run %s --options=-cl-fast-relaxed-math --global 1 x=1.5,20 o=3*0 | FileCheck %s

// CHECK: o = 1,1,1
kernel void k(global float* x, global int* o) {
  o[0] = fabs(native_sin(x[0]) - 0.997494987f) < 1e-6f;
  o[1] = fabs(native_exp(x[1]) - 485165195.0f) < 500.0f;
  o[2] = fabs(native_log(x[1]) - 2.99573227f) < 3e-6f;
}
