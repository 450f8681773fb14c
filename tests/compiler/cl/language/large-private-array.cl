// SPDX-License-Identifier: Apache-2.0
// A private array of 80,000 bytes for each of 4 work-items of a group. The sum over a permutation of i + j is
// 20,000 i + 199,990,000.
// RUN: kernel-run %s --global 8 --local 4 o=8*0 n=20000 | FileCheck %s

// CHECK: o = 199990000,200010000,200030000,200050000,200070000,200090000,200110000,200130000
kernel void k(global int* o, int n) {
  int a[20000];
  const int i = get_global_id(0);
  for (int j = 0; j < n; ++j) a[j] = i + j;
  int s = 0;
  for (int j = 0; j < n; ++j) s += a[(j * 7919) % n];
  o[i] = s;
}
