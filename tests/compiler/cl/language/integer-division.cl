// SPDX-License-Identifier: Apache-2.0
// Division by zero, and of the least value by -1, gives some value (OpenCL C 3.0, section 6.4.1); processors
// trap. Other elements of the same vector are correct.
// RUN: kernel-run %s --global 3 a=100,-2147483648,7 b=0,-1,2 c=5,-9223372036854775808,9 v=12*0 zero=0 | FileCheck %s

// CHECK: a = {{-?[0-9]+,-?[0-9]+}},3
// CHECK: c = {{-?[0-9]+,-?[0-9]+}},1
// CHECK: v = {{-?[0-9]+}},3,{{-?[0-9]+}},-2,{{-?[0-9]+}},3,{{-?[0-9]+}},-2,4,3,{{-?[0-9]+}},-2
kernel void k(global int* a, global const int* b, global long* c, global int4* v, int zero) {
  const int i = get_global_id(0);
  a[i] = a[i] / b[i];
  c[i] = c[i] % b[i];
  v[i] = (int4)(8, 9, 10, -11) / (int4)(b[i], 3, zero, 5);
}
