// SPDX-License-Identifier: Apache-2.0
// If the global size is no multiple of the local size, the last group is smaller (OpenCL C 3.0).
// RUN: kernel-run %s --options=-cl-std=CL3.0 --global 5 --local 3 o=5*0 | FileCheck %s

// local size, enqueued local size, number of groups, local id
// CHECK: o = 3320,3321,3322,2320,2321
kernel void k(global int* o) {
  o[get_global_id(0)] =
      get_local_size(0) * 1000 + get_enqueued_local_size(0) * 100 + get_num_groups(0) * 10 + get_local_id(0);
}
