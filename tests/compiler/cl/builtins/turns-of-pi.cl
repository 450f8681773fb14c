// SPDX-License-Identifier: Apache-2.0
// sinpi, cospi and tanpi at multiples of 1/2: the signs of zeros and infinities are those of section 7.5.1 of the OpenCL C
// specification. 1 / x shows the sign of a zero.
// RUN: kernel-run %s --global 14 x=0.5,-0.5,1,-1,1.5,-1.5,2,-2,3,-3,8388609,16777215,16777216,-0.0 s=14*0 c=14*0 t=14*0 d=14*0 | FileCheck %s

// CHECK: s = 1,-1,inf,-inf,-1,1,inf,-inf,inf,-inf,inf,inf,inf,-inf
// CHECK: c = inf,inf,-1,-1,inf,inf,1,1,-1,-1,-1,-1,1,1
// CHECK: t = 0,-0,-inf,inf,-0,0,inf,-inf,-inf,inf,-inf,-inf,inf,-inf
// CHECK: d = 0,0,0,0,0,0,0,0,0,0,0,0,0,0
kernel void k(global const float* x, global float* s, global float* c, global float* t, global int* d) {
  const int i = get_global_id(0);
  s[i] = 1 / sinpi(x[i]);
  c[i] = 1 / cospi(x[i]);
  t[i] = 1 / tanpi(x[i]);
#ifdef cl_khr_fp64
  const double2 y = x[i];
  // At these places, double gives the same.
  if (as_int(s[i]) != as_int((float)(1 / sinpi(y).y)) || as_int(c[i]) != as_int((float)(1 / cospi(y).y)) ||
      as_int(t[i]) != as_int((float)(1 / tanpi(y).y)))
    atomic_inc(d);
#endif
}
