// SPDX-License-Identifier: Apache-2.0
// A struct is passed by value in C's layout, and each work-item may write to its own copy. Of 24 bytes, x is
// the first four and y the next five; the last eight are z, here 0.5.
// RUN: kernel-run %s --global 3 q:uchar=100,0,0,0,1..5,7*0,6*0,0xe0,0x3f out=3*0 | FileCheck %s

// CHECK: out = 105.5,106.5,107.5
typedef struct {
  int x;
  char y[5];
  double z;
} S;
kernel void k(S q, global double* out) {
  q.x += get_global_id(0);
  out[get_global_id(0)] = q.x + q.y[4] + q.z;
}
