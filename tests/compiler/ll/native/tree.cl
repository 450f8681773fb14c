// SPDX-License-Identifier: Apache-2.0
// The active work-items in a step of a tree become the bounds of a loop of unknown length.
// RUN: kernel-opt %s --passes=clean-up,work-group,native -S | FileCheck %s

// CHECK-LABEL: define {{.*}} @sum.group
// CHECK-NOT:   masked
kernel void sum(global const float *in, global float *out, local float *part) {
  const uint item = get_local_id(0);
  part[item] = in[get_global_id(0)];
  for (uint step = get_local_size(0) / 2; step > 0; step /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (item < step) part[item] += part[item + step];
  }
  if (item == 0) out[get_group_id(0)] = part[0];
}
