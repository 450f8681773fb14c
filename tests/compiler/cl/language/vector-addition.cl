// SPDX-License-Identifier: Apache-2.0
// A prime number of work-items, each of which adds two numbers.
// RUN: kernel-run %s --global 13 a=0..12 b=5000..5012 c=13*-1 | FileCheck %s

// CHECK: c = 5000,5002,5004,5006,5008,5010,5012,5014,5016,5018,5020,5022,5024
kernel void add(global const float* a, global const float* b, global float* c) {
  const size_t i = get_global_id(0);
  c[i] = a[i] + b[i];
}
