// SPDX-License-Identifier: Apache-2.0
// Lanes take turns in an operation on local memory. In the end it is a plain load and a store.
// RUN: kernel-opt %s --passes=clean-up,work-group,native --vectorise -S 2>&1 | FileCheck %s

// CHECK:     k.group: the row at items.x.i{{[0-9]*}} has {{[0-9]+}} lanes
// CHECK-NOT: atomicrmw {{.*}}addrspace(3)
kernel void k(global const float* levels, global const float* values, global uint* out, local uint* bins, uint n) {
  const uint l = get_local_id(0);
  bins[l] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint i = 0; i < 16; ++i) {
    const float value = values[i * get_global_size(0) + get_global_id(0)];
    uint bin = 0;
    for (uint k = 0; k < n; ++k) bin += levels[k] <= value;
    atomic_inc(&bins[bin]);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_add(&out[l], bins[l]);
}
