// SPDX-License-Identifier: Apache-2.0
// A buffer that is NULL is a null pointer.
// RUN: kernel-run %s --global 1 a=NULL b=NULL out=0,0 | FileCheck %s

// CHECK: out = 1,1
kernel void k(global int* a, constant int* b, global int* out) {
  out[0] = a == 0;
  out[1] = b == 0;
}
