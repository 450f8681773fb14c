// SPDX-License-Identifier: Apache-2.0
// -D with and without a space, with and without a value, with quotes.
// RUN: kernel-run %s --options="-D A=40 -DB='(1 + 1)' -D C" --global 1 o=0,0 | FileCheck %s

// CHECK: o = 42,1
kernel void k(global int* o) {
  o[0] = A + B;
  o[1] = C;
}
