// SPDX-License-Identifier: Apache-2.0
// Where most work is the same for all lanes, more of them share it than a register has elements; not where each has
// its own.
// RUN: kernel-opt %s --passes=clean-up,work-group,native --vectorise --features=+avx512f,+avx512dq,+avx512vl,+avx512bw,+avx512cd,+fma --tuned-for=znver4 2>&1 | FileCheck %s

// CHECK-DAG: remark: softmax.group: the row at {{.*}} has 64 lanes
// CHECK-DAG: remark: collatz.group: the row at {{.*}} has 32 lanes
// CHECK-NOT: remark: collatz.group: the row at {{.*}} has 64 lanes
kernel void softmax(global const float* x, global float* o, int n) {
  int i = get_global_id(0);
  float largest = x[0], sum = 0;
  for (int k = 1; k < n; k++) largest = fmax(largest, x[k]);
  for (int k = 0; k < n; k++) sum += exp(x[k] - largest);
  o[i] = exp(x[i] - largest) / sum;
}
kernel void collatz(global const uint* x, global uint* o) {
  int i = get_global_id(0);
  uint n = x[i], steps = 0;
  for (; n > 1; ++steps) n = n & 1 ? 3 * n + 1 : n / 2;
  o[i] = steps;
}
