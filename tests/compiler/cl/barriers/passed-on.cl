// SPDX-License-Identifier: Apache-2.0
// Values that pass from iteration to iteration, across barriers: sums, and two that change places.
// RUN: kernel-run %s --global 8 --local 4 n=6 o=32*0 | FileCheck %s

// For item x, a and b start with x and x + 1, a Fibonacci sequence of the local numbers: after six steps 8 b + 5 a
// is in a, 13 b + 8 a in b. c and d change places six times. The sum is of the neighbour's a in each iteration.
// CHECK: o = 8,21,34,47,8,21,34,47,13,34,55,76,13,34,55,76,100,101,102,103,100,101,102,103,32,12,72,52,32,12,72,52
kernel void k(int n, global int* o) {
  local int shared[4];
  const int x = get_local_id(0), g = get_global_id(0);
  int a = x, b = x + 1, c = 100 + x, d = 200 + x, sum = 0;
  for (int i = 0; i < n; ++i) {
    shared[x] = a;
    barrier(CLK_LOCAL_MEM_FENCE);
    sum += shared[x ^ 1];
    const int next = a + b, was = c;
    a = b;
    b = next;
    c = d;
    d = was;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  o[g] = a;
  o[8 + g] = b;
  o[16 + g] = c;
  o[24 + g] = sum;
}
