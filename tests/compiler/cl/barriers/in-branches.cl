// SPDX-License-Identifier: Apache-2.0
// Barriers on the paths of a branch that all work-items take together.
// RUN: kernel-run %s --global 4 --local 4 o=4*9 mode=0 | FileCheck %s --check-prefix=NONE
// RUN: kernel-run %s --global 4 --local 4 o=4*9 mode=1 | FileCheck %s --check-prefix=ONE
// RUN: kernel-run %s --global 4 --local 4 o=4*9 mode=2 | FileCheck %s --check-prefix=THREE

// NONE: o = 0,1,2,3
// ONE: o = 3,2,1,0
// l + 2 (3 - l) = 6 - l, of the neighbour l ^ 1:
// THREE: o = 5,6,3,4
kernel void k(global int* o, int mode) {
  local int s[4];
  const int l = get_local_id(0);
  int r = l;
  if (mode == 1) {
    s[l] = l;
    barrier(CLK_LOCAL_MEM_FENCE);
    r = s[3 - l];
  } else if (mode == 2) {
    s[3 - l] = 2 * l;
    barrier(CLK_LOCAL_MEM_FENCE);
    r += s[l];
    barrier(CLK_LOCAL_MEM_FENCE);
    s[l] = r;
    barrier(CLK_LOCAL_MEM_FENCE);
    r = s[l ^ 1];
  }
  o[get_global_id(0)] = r;
}
