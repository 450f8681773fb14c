// SPDX-License-Identifier: Apache-2.0
// The native functions round by adding and taking away a large number, also where sums may be put in another order.
// RUN: kernel-run %s --options=-cl-fast-relaxed-math --global 1 x=1.5,20 o=3*0 | FileCheck %s

// CHECK: o = 0.99749{{.*}},48516{{.*}},1.49813
kernel void k(global float* x, global float* o) {
  o[0] = native_sin(x[0]);
  o[1] = native_exp(x[1]);
  o[2] = native_log(x[1] / x[0] * 0.3355f);
}
