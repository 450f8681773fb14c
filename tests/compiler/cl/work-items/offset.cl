// SPDX-License-Identifier: Apache-2.0
// The global offset changes global ids, and nothing else.
// RUN: kernel-run %s --options=-cl-std=CL3.0 --global 2,2 --local 1,2 --offset 100,7 id=4*0 rest=4*0 | FileCheck %s

// CHECK: id = 1007,1017,1008,1018
// local id y, group id x, linear id
// CHECK: rest = 0,11,102,113
kernel void k(global int* id, global int* rest) {
  const int i = get_global_linear_id();
  id[i] = (get_global_id(0) - 100) * 10 + get_global_id(1) + 1000;
  rest[i] = get_local_id(1) * 100 + get_group_id(0) * 10 + i;
}
