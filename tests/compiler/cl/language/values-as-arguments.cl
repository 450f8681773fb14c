// SPDX-License-Identifier: Apache-2.0
// Numbers of all sizes, vectors of two and three elements and vectors of four reach the kernel.
// RUN: kernel-run %s --global 2 c=-3 s=60000 l=-5000000000 d=0.25 v=1,2,3,4 w=7,8,9,0 b=1,255 out=2*0 | FileCheck %s

// -3 + 60000 - 5000000000 + 0.25 + 1 + 2 * 4 + 9 + 255 + i
// CHECK: out = -4999939729.75,-4999939728.75
kernel void k(char c, ushort s, long l, double d, float4 v, int3 w, uchar2 b, global double* out) {
  out[get_global_id(0)] = c + s + l + d + v.x + 2 * v.w + w.z + b.y + get_global_id(0);
}
