// SPDX-License-Identifier: Apache-2.0
// global: 64
// local: 32
// arg: in float 64
// arg: out float 64
// tolerance: 0.00002
// The angle of each lane is known when the kernel is built. What QPUs make of it is not: they truncate.
kernel __attribute__((reqd_work_group_size(32, 1, 1))) void k(global const float* x, global float* y) {
  int i = get_global_id(0), l = get_local_id(0);
  barrier(CLK_LOCAL_MEM_FENCE);
  float angle = (l & 15) * -0.2f;
  y[i] = x[i] + sin(angle);
}
