// SPDX-License-Identifier: Apache-2.0
// A program so large that several processors compile its kernels: these share the program's variables and
// constants, and have their own local memory.
// RUN: kernel-run %s --options=-cl-std=CL3.0 --kernel second --global 4 --local 4 out=4*0 | FileCheck %s

// CHECK:      first and second
// CHECK-NEXT: out = 3028,3128,3228,3328
#define FOUR(x) x x x x
#define MUCH(x) FOUR(FOUR(FOUR(x)))

constant int steps[4] = {100, 200, 300, 400};
global int shared_count = 1000;
global int *global shared_place = &shared_count;

kernel void first(global int *out) {
  local int mine[4];
  const int id = get_local_id(0);
  mine[id] = shared_count;
  MUCH(barrier(CLK_LOCAL_MEM_FENCE); mine[id] += steps[(mine[id] + id) & 3];)
  out[id] = mine[id];
  printf("first\n");
}

// 64 times 1 from each kernel, since `out` is zero.
kernel void second(global int *out) {
  local int mine[4];
  const int id = get_local_id(0);
  mine[id] = 0;
  MUCH(barrier(CLK_LOCAL_MEM_FENCE); mine[id] += (out[id] + steps[id]) / steps[id];)
  barrier(CLK_LOCAL_MEM_FENCE);
  out[id] = mine[3 - id] - 36 + *shared_place + 2 * shared_count + (steps[id] - 100);
  if (id == 0) printf("first and second\n");
}
