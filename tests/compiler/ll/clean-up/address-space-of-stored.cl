// SPDX-License-Identifier: Apache-2.0
// A query for a pointer's address space changes no memory: the pointer is known from its store. (Other
// work-items that store to the same place, as here, are a race, and no reason to read it again.)
// RUN: kernel-opt %s --options -cl-std=CL3.0 --passes=clean-up,work-group -S | FileCheck %s

// CHECK-LABEL: define {{.*}} @fences.region0
// CHECK-NOT:   call{{.* @[^l]}}
// CHECK:       ret i32
global int *global kept_global;
int *global kept_private;
global int at = 1;

kernel void fences(global uint *results) {
  int own = 3;
  kept_global = &at;
  kept_private = &own;
  results[get_global_id(0)] = get_fence(kept_global) + get_fence(kept_private) + (to_global(kept_global) != 0);
}
