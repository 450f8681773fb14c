// SPDX-License-Identifier: Apache-2.0
// A kernel of OpenCL C 1.2 that computes with the local size gets equal groups, even for prime numbers of
// work-items: each work-item counts at its own place.
// RUN: kernel-run %s --global 1021 o=1021*0 | FileCheck %s
// RUN: kernel-run %s --global 1022 o=1022*0 | FileCheck %s
// RUN: kernel-run %s --global 4099 o=4099*0 | FileCheck %s

// CHECK: o = {{1(,1)+}}
kernel void k(global int* o) { o[get_group_id(0) * get_local_size(0) + get_local_id(0)] += 1; }
