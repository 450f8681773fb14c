// SPDX-License-Identifier: Apache-2.0
// A required work-group size is used when the launch gives none.
// RUN: kernel-run %s --global 4,2 o=8*0 | FileCheck %s

// CHECK: o = 41,41,41,41,41,41,41,41
kernel __attribute__((reqd_work_group_size(4, 1, 1))) void k(global uint* o) {
  o[get_global_id(1) * 4 + get_global_id(0)] = get_local_size(0) * 10 + get_local_size(1);
}
