// SPDX-License-Identifier: Apache-2.0
// An array that lives across barriers, with loops over all indices.
// RUN: kernel-run %s --global 4 --local 4 n=3 o=16*0 | FileCheck %s

// CHECK: o = 3,6,9,12,6,12,18,24,18,27,36,9,24,36,48,12
kernel void k(int n, global int* o) {
  local int shared[4];
  int sums[2][2];
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j) sums[i][j] = 0;
  const int x = get_local_id(0);
  for (int turn = 0; turn < n; ++turn) {
    shared[x] = x + 1;
    barrier(CLK_LOCAL_MEM_FENCE);
    int a[2];
    for (int i = 0; i < 2; ++i) a[i] = shared[(x + i) % 4];
    for (int i = 0; i < 2; ++i)
      for (int j = 0; j < 2; ++j) sums[i][j] += a[i] * (2 * i + j + 1);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j) o[4 * (2 * i + j) + x] = sums[i][j];
}
