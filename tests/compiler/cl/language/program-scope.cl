// SPDX-License-Identifier: Apache-2.0
// Constants and variables at program scope, among them a pointer to another one, have their initial values.
// RUN: kernel-run %s --options=-cl-std=CL3.0 --global 4 o=4*0 | FileCheck %s

// CHECK: o = 45,46,47,48
constant int table[4] = {5, 6, 7, 8};
global int counter = 40;
global int* where = &counter;
kernel void k(global int* o) { o[get_global_id(0)] = table[get_global_id(0)] + *where; }
