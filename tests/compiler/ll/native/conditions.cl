// SPDX-License-Identifier: Apache-2.0
// The whole pipeline for a kernel with conditions in two dimensions and its own loop over a row: no masks are
// left.
// RUN: kernel-opt %s --passes=clean-up,work-group,native -S | FileCheck %s

// CHECK-LABEL: define {{.*}} @step.group
// CHECK-NOT:   masked
kernel void step(uint columns, uint rows, global const float *drive, global const float *magnetic,
                 global float *electric) {
  const uint x = get_global_id(0), y = get_global_id(1);
  if (x >= columns || y >= rows) return;
  const uint here = y * columns + x;
  if (y == 0)
    electric[here] = drive[3];
  else
    electric[here] -= 0.5f * (magnetic[here] - magnetic[here - columns]);
}
