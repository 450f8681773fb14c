// SPDX-License-Identifier: Apache-2.0
// Work-items end the kernel before others arrive at a barrier. The rows behind it have lanes all the same: those that
// have ended are inactive.
// RUN: env QUADCL_VECTORISE=verbose kernel-run %s --global 40 --local 40 o=40*-7 a=0,1,2,3,4,-1,6,7,8,9,10,11,12,13,14,15,16,-1,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35,36,37,38,39 2>&1 | FileCheck %s
// RUN: env QUADCL_VECTORISE=off kernel-run %s --global 40 --local 40 o=40*-7 a=0,1,2,3,4,-1,6,7,8,9,10,11,12,13,14,15,16,-1,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35,36,37,38,39 | FileCheck %s --check-prefix=SAME
// RUN: env QUADCL_VECTORISE=always kernel-run %s --global 40 --local 10 o=40*-7 a=0,1,2,3,4,-1,6,7,8,9,10,11,12,13,14,15,16,-1,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35,36,37,38,39 | FileCheck %s --check-prefix=SAME

// CHECK: {{.*}} has {{[0-9]+}} lanes
// CHECK: o = 1,1,3,7,13,-7,31,43,57,73,91,111,133,157,183,211,241,-7,307,343,381,421,463,507,553,601,651,703,757,813,871,931,993,1057,1123,1191,1261,1333,1407,1483
// SAME: o = 1,1,3,7,13,-7,31,43,57,73,91,111,133,157,183,211,241,-7,307,343,381,421,463,507,553,601,651,703,757,813,871,931,993,1057,1123,1191,1261,1333,1407,1483
kernel void k(global int* o, global const int* a) {
  local int t[40];
  int i = get_global_id(0), l = get_local_id(0), s = 1;
  t[l] = 2 * a[i];
  if (a[i] < 0) return;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int j = 0; j < a[i] && s < 10000; ++j) s += t[l] - 2 * j - 2;
  o[i] = s;
}
