// SPDX-License-Identifier: Apache-2.0
// Atomic operations on one place by work-items that do not need the old value, also under conditions.
// RUN: kernel-run %s --global 40 --local 20 s=9*0 u=2*7 | FileCheck %s

// The sum of 0 to 39 is 780; 10 is taken off by those from 30 on. The largest is 39, the least -39. Bits of 1 << (i % 5)
// are 31; 40 times 3 leaves no bit by xor; each of the first 8 clears one of 255; the number of the odd ones is 20.
// CHECK: s = 780,-100,39,-39,31,0,-256,20,0
// CHECK: u = 47,0
kernel void k(global int* s, global uint* u) {
  const int i = get_global_id(0);
  atomic_add(&s[0], i);
  if (i >= 30) atomic_sub(&s[1], 10);
  atomic_max(&s[2], i);
  atomic_min(&s[3], -i);
  atomic_or(&s[4], 1 << (i % 5));
  atomic_xor(&s[5], 3);
  atomic_add(&s[6], i == 0 ? -1 : 0);
  if (i < 8) atomic_and(&s[6], ~(1 << i));
  if (i & 1) atomic_inc(&s[7]);
  if (i > 100) atomic_inc(&s[8]);
  atomic_max(&u[0], (uint)(i + 8));
  atomic_min(&u[1], (uint)i);
}
