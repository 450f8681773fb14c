// SPDX-License-Identifier: Apache-2.0
// Conversions round and saturate as their names say.
// RUN: kernel-run %s --global 1 o=8*0 x=2.5 d=126.5 | FileCheck %s

// CHECK: o = 2,2,3,2,255,-126,2147483647,127
kernel void k(global int* o, float x, double d) {
  o[0] = convert_int_rte(x);
  o[1] = convert_int_rtz(x);
  o[2] = convert_int_rtp(x);
  o[3] = convert_int_rtn(x);
  o[4] = convert_uchar_sat(x * 1000);
  o[5] = convert_char_sat_rte(-d);
  o[6] = convert_int_sat(d * 1e300);
  o[7] = convert_short_sat_rtp(d);
}
