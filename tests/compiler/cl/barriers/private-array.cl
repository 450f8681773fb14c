// SPDX-License-Identifier: Apache-2.0
// A private array keeps its contents across a barrier.
// RUN: kernel-run %s --global 4 --local 4 o=4*0 | FileCheck %s

// 10 l + 1 + what the next one left, 10 ((l + 1) % 4)
// CHECK: o = 11,31,51,31
kernel void k(global int* o) {
  local int s[4];
  int mine[8];
  const int l = get_local_id(0);
  for (int i = 0; i < 8; ++i) mine[i] = 10 * l + i;
  s[l] = mine[0];
  barrier(CLK_LOCAL_MEM_FENCE);
  o[l] = mine[1] + s[(l + 1) % 4];
}
