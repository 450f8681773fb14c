// SPDX-License-Identifier: Apache-2.0
// A loop that reads a part of one row of a matrix after the other reads two lines of 64 bytes of each, here with
// eight vectors of 128 bits. Four would be enough to wait for sums.
// RUN: kernel-opt %s --vectorise --cpu=cortex-a53 --passes=clean-up,work-group,native -S 2>&1 | FileCheck %s

// CHECK: columns.group: the row at {{.*}} has 32 lanes
kernel void columns(global const float* a, global float* sums, int rows, int width) {
  const int x = get_global_id(0);
  float sum = 0;
  for (int row = 0; row < rows; ++row) sum += a[row * width + x];
  sums[x] = sum;
}
