// SPDX-License-Identifier: Apache-2.0
// A generic pointer reaches private, local and global memory, chosen for each work-item.
// RUN: kernel-run %s --options=-cl-std=CL3.0 --global 4 --local 4 o=30..33 | FileCheck %s

// CHECK: o = 30,11,22,13
int load(int* p) { return *p; }
kernel void k(global int* o) {
  local int l[4];
  int m[4];
  const int i = get_local_id(0);
  l[i] = 10 + i;
  m[0] = 20 + i;
  m[1] = 1;
  int* p = i & 1 ? (int*)&l[i] : i & 2 ? &m[0] : (int*)&o[i];
  o[i] = load(p);
}
