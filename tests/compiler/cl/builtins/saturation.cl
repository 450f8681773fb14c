// SPDX-License-Identifier: Apache-2.0
// Saturating functions round off the exact result alone: neither the negative of the smallest number nor the
// product is cut off before.
// RUN: kernel-run %s --options=-cl-std=CL3.0 --global 1 o=4*0 p=12*0 | FileCheck %s

// CHECK: o = 2147483647,-1,-2147483648,2147483647
// CHECK: p = 1,9223372036854775807,9223372036854775807,-9223372036854775808,-9223372036854775807,-1,4294967296,9223372036854775807,9223372036854775807,9223372036854775807,-9223372036854775808,-2
kernel void k(global int4* o, global long4* p) {
  o[0] = sub_sat((int4)(0, -1, INT_MIN, INT_MAX), (int4)(INT_MIN, 0, 1, -1));
  p[0] = mad_sat((long4)(0, 3, LONG_MAX, LONG_MIN), (long4)(-31, 7, LONG_MAX, 2),
                 (long4)(1, LONG_MAX, LONG_MIN, LONG_MAX));
  p[1] = mad_sat((long4)(LONG_MIN, LONG_MAX, LONG_MIN, LONG_MIN), (long4)(1, 1, -1, -1),
                 (long4)(1, LONG_MIN, LONG_MIN, LONG_MAX));
  p[1].z = mad_sat(1L << 32, 1L, 0L);
  p[2] = sub_sat((long4)(0, 1, -2, LONG_MIN), (long4)(LONG_MIN, LONG_MIN, LONG_MAX, LONG_MIN));
  p[2].w = mad_sat(LONG_MIN, LONG_MIN, LONG_MIN) == LONG_MAX ? -2 : 0;
}
