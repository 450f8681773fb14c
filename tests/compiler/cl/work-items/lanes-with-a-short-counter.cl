// SPDX-License-Identifier: Apache-2.0
// A group's items share the copy of a row; the counter is extended for each sum, and cut again.
// RUN: kernel-run %s --global 16 --local 8 n=2 k=3 a=1..6 b=1..6 c=4*0 row=12 | FileCheck %s

// CHECK: c = 22,28,49,64
kernel void products(const int n, const int k, global const float* a, global const float* b, global float* c,
                     local float* row) {
  int i = get_group_id(0), l = get_local_id(0), size = get_local_size(0);
  for (short x = l; x < k; x += size) row[x] = a[i * k + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int j = l; j < n; j += size) {
    float t = 0;
    for (int x = 0; x < k; x++) t += row[x] * b[x * n + j];
    c[i * n + j] = t;
  }
}
