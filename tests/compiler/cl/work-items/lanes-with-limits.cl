// SPDX-License-Identifier: Apache-2.0
// Indices that are kept within limits: at the edges several work-items have the same place. `far` has few lanes
// within both limits; in `below`, indices wrap around below zero.
// RUN: env QUADCL_VECTORISE=verbose kernel-run %s --kernel edges --global 40 --local 40 a=1..40 o=40*0 n=40 2>&1 | FileCheck %s --check-prefix=EDGES
// RUN: env QUADCL_VECTORISE=always kernel-run %s --kernel edges --global 40 --local 40 a=1..40 o=40*0 n=40 | FileCheck %s --check-prefix=SAME
// RUN: env QUADCL_VECTORISE=off kernel-run %s --kernel edges --global 40 --local 40 a=1..40 o=40*0 n=40 | FileCheck %s --check-prefix=SAME
// RUN: env QUADCL_VECTORISE=always kernel-run %s --kernel chosen --global 40 --local 40 a=1..40 o=40*0 n=40 | FileCheck %s --check-prefix=SAME
// RUN: env QUADCL_VECTORISE=always kernel-run %s --kernel backwards --global 40 --local 40 a=1..40 o=40*0 n=40 | FileCheck %s --check-prefix=BACK
// RUN: env QUADCL_VECTORISE=always kernel-run %s --kernel far --global 40 --local 40 a=1..40 o=40*0 n=40 | FileCheck %s --check-prefix=FAR
// RUN: env QUADCL_VECTORISE=always kernel-run %s --kernel below --global 40 --local 40 a=1..40 o=40*0 n=40 | FileCheck %s --check-prefix=BELOW
// RUN: env QUADCL_VECTORISE=always kernel-run %s --kernel some --global 40 --local 40 a=1..40 o=40*0 n=40 | FileCheck %s --check-prefix=SOME

// EDGES: {{.*}} has {{[0-9]+}} lanes
// EDGES: o = 401,501,601,702,803,904,1005,1106,1207,1308,1409,1510,1611,1712,1813,1914,2015,2116,2217,2318,2419,2520,2621,2722,2823,2924,3025,3126,3227,3328,3429,3530,3631,3732,3833,3934,4035,4036,4037,4038
// SAME: o = 401,501,601,702,803,904,1005,1106,1207,1308,1409,1510,1611,1712,1813,1914,2015,2116,2217,2318,2419,2520,2621,2722,2823,2924,3025,3126,3227,3328,3429,3530,3631,3732,3833,3934,4035,4036,4037,4038
kernel void edges(global const int* a, global int* o, int n) {
  int i = get_global_id(0);
  o[i] = a[clamp(i - 2, 0, n - 1)] + 100 * a[clamp(i + 3, 0, n - 1)];
}
kernel void chosen(global const int* a, global int* o, int n) {
  int i = get_global_id(0), left = i - 2 < 0 ? 0 : i - 2, right = n - 1 > i + 3 ? i + 3 : n - 1;
  o[i] = a[left] + 100 * a[right];
}
// BACK: o = 4038,4037,4036,4035,3934,3833,3732,3631,3530,3429,3328,3227,3126,3025,2924,2823,2722,2621,2520,2419,2318,2217,2116,2015,1914,1813,1712,1611,1510,1409,1308,1207,1106,1005,904,803,702,601,501,401
kernel void backwards(global const int* a, global int* o, int n) {
  int i = n - 1 - (int)get_global_id(0);
  o[get_global_id(0)] = a[max(i - 2, 0)] + 100 * a[min(i + 3, n - 1)];
}
// FAR: o = 18,18,18,18,18,18,18,18,18,18,18,18,18,18,18,18,18,18,19,20,21,22,23,23,23,23,23,23,23,23,23,23,23,23,23,23,23,23,23,23
kernel void far(global const int* a, global int* o, int n) {
  int i = get_global_id(0);
  o[i] = a[clamp(i, 17, 22)];
}
// BELOW: o = 40,40,40,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35,36,37
kernel void below(global const int* a, global int* o, uint n) {
  uint i = get_global_id(0);
  o[i] = a[min(i - 3, n - 1)];
}
// SOME: o = 0,1,1,0,3,4,0,6,7,0,9,10,0,12,13,0,15,16,0,18,19,0,21,22,0,24,25,0,27,28,0,30,31,0,33,34,0,36,37,0
kernel void some(global const int* a, global int* o, int n) {
  int i = get_global_id(0);
  if (i % 3 != 0) o[i] = a[clamp(i - 2, 0, n - 1)];
}
