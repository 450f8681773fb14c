// SPDX-License-Identifier: Apache-2.0
// All dimensions that do not exist have id 0 and size 1.
// RUN: kernel-run %s --global 1 o=9,9 d=1 | FileCheck %s
// RUN: kernel-run %s --global 1 o=9,9 d=2 | FileCheck %s
// RUN: kernel-run %s --global 1 o=9,9 d=3 | FileCheck %s
// RUN: kernel-run %s --global 1 o=9,9 d=17 | FileCheck %s

// CHECK: o = 0,1
kernel void k(global ulong* o, uint d) {
  o[0] = get_global_id(d) + get_local_id(d) + get_group_id(d) + get_global_offset(d);
  o[1] = get_global_size(d) * get_local_size(d) * get_num_groups(d);
}
