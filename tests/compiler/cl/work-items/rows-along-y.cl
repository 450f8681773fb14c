// SPDX-License-Identifier: Apache-2.0
// Kernels with consecutive accesses along y or z: each work-item has its own ids and sizes, in groups of any size.
// RUN: kernel-run %s --kernel y --global 2,9 --local 2,8 --offset 1,10 o=18*0 n=9 | FileCheck %s --check-prefix=Y
// RUN: kernel-run %s --kernel y --global 2,9 --local 2,1 --offset 1,10 o=18*0 n=9 | FileCheck %s --check-prefix=NARROW
// RUN: kernel-run %s --kernel z --global 1,2,8 o=16*0 ny=2 nz=8 | FileCheck %s --check-prefix=Z
// RUN: kernel-run %s --kernel backwards --global 2,10 --local 1,10 o=20*0 a=0..19 n=10 | FileCheck %s --check-prefix=BACKWARDS

// global ids, local id and local size along y, number of groups along y
// Y: o = 110082,111182,112282,113382,114482,115582,116682,117782,118012,210082,211182,212282,213382,214482,215582,216682,217782,218012
// NARROW: o = 110019,111019,112019,113019,114019,115019,116019,117019,118019,210019,211019,212019,213019,214019,215019,216019,217019,218019
kernel void y(global int* o, int n) {
  int x = get_global_id(0), y = get_global_id(1);
  o[(x - 1) * n + y - 10] =
      x * 100000 + y * 1000 + get_local_id(1) * 100 + get_local_size(1) * 10 + get_num_groups(1);
}

// Z: o = 0,100,200,300,400,500,600,700,10,110,210,310,410,510,610,710
kernel void z(global int* o, int ny, int nz) {
  int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
  o[(x * ny + y) * nz + z] = z * 100 + y * 10 + x;
}

// BACKWARDS: o = 9,8,7,6,5,4,3,2,1,0,19,18,17,16,15,14,13,12,11,10
kernel void backwards(global int* o, global const int* a, int n) {
  local int s[10];
  int x = get_global_id(0), y = get_global_id(1), l = get_local_id(1);
  s[l] = a[x * n + y];
  barrier(CLK_LOCAL_MEM_FENCE);
  o[x * n + y] = s[9 - l];
}
