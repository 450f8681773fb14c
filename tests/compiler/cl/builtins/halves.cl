// SPDX-License-Identifier: Apache-2.0
// Halves, given as bits, are loaded as floats. 1 + 2^-10 is the half after 1; -2 + 2^-10 is the next one from
// -2 towards zero. Stores that round to zero cut the rest off.
// RUN: kernel-run %s --global 4 h=0x3c00,0xc000,0x7bff,0x0001 f=4*0 | FileCheck %s

// CHECK: h = 15361,49151,31743,5120
// CHECK: f = 1,-2,65504,5.9604645e-08
kernel void k(global half* h, global float* f) {
  const int i = get_global_id(0);
  f[i] = vload_half(i, h);
  vstore_half_rtz(f[i] + 0.0009765625f, i, h);
}
