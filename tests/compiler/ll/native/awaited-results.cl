// SPDX-License-Identifier: Apache-2.0
// A row whose operations wait for each other gets several vectors side by side: a long chain of operations, or a value
// that each iteration passes on to the next. Independent operations are left to LLVM's vectoriser, or get one.
// RUN: kernel-opt %s --passes=clean-up,work-group,native --vectorise --cpu cortex-a53 2>&1 | FileCheck %s

// CHECK: chain.group: the row at items.x.i has 8 lanes
kernel void chain(global float* p) {
  const size_t i = get_global_id(0);
  const float x = p[i];
  p[i] = 1 / (2 + 3 / (4 + 5 / (6 + 7 / (8 + x))));
}

// CHECK: iteration.group: the row at items.x.i has 32 lanes
// CHECK: iteration.group: the row at items.x.i has 16 lanes
kernel void iteration(global float* p, int n) {
  const size_t i = get_global_id(0);
  float sum = p[i];
  for (int k = 0; k < n; ++k) sum = sum * 0.5f + 1;
  p[i] = sum;
}

// CHECK-NOT: two_sums.group: the row at items.x.i has 32 lanes
// CHECK: two_sums.group: the row at items.x.i has 16 lanes
kernel void two_sums(global float2* p, int n) {
  const size_t i = get_global_id(0);
  float2 sum = p[i];
  for (int k = 0; k < n; ++k) sum = sum * 0.5f + 1;
  p[i] = sum;
}

// CHECK: independent.group: the row at items.x.i stays scalar: left to LLVM's vectoriser
kernel void independent(global float* p) {
  const size_t i = get_global_id(0);
  p[i] = p[i] * 2 + 1;
}
