// SPDX-License-Identifier: Apache-2.0
// A barrier at the very start, at the very end, and two in a row.
// RUN: kernel-run %s --global 6 --local 3 o=0..5 | FileCheck %s

// CHECK: o = 1,2,3,4,5,6
kernel void k(global int* o) {
  barrier(0);
  barrier(0);
  o[get_global_id(0)] += 1;
  barrier(0);
}
