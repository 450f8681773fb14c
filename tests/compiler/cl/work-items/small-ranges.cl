// SPDX-License-Identifier: Apache-2.0
// A small range without a local size is one group for a kernel that sees its groups.
// RUN: kernel-run %s --options=-cl-std=CL2.0 --global 10 o=10*0 | FileCheck %s --check-prefix=ROW
// RUN: kernel-run %s --options=-cl-std=CL2.0 --global 3,4 o=12*0 | FileCheck %s --check-prefix=PLANE
// RUN: kernel-run %s --options=-cl-std=CL2.0 --global 10 --local 2 o=10*0 | FileCheck %s --check-prefix=CHOSEN

// ROW: o = 1110,1110,1110,1110,1110,1110,1110,1110,1110,1110
// PLANE: o = 1403,1403,1403,1403,1403,1403,1403,1403,1403,1403,1403,1403
// CHOSEN: o = 5102,5102,5102,5102,5102,5102,5102,5102,5102,5102
kernel void k(global int* o) {
  o[get_global_linear_id()] = get_num_groups(0) * 1000 + get_local_size(1) * 100 + get_local_size(0);
}
