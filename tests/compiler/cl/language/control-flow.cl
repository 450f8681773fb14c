// SPDX-License-Identifier: Apache-2.0
// switch with fall-through, goto, do, continue: different for each work-item.
// RUN: kernel-run %s --global 6 --local 3 o=6*0 | FileCheck %s

// CHECK: o = 10,11,111,100,1000,1004
kernel void k(global int* o) {
  const int i = get_global_id(0);
  int r = 0;
  switch (i) {
    case 2:
      r += 100;
    case 1:
      r += 1;
    case 0:
      r += 10;
      break;
    case 3:
      r = 100;
      break;
    default:
      goto large;
  }
  goto end;
large:
  do {
    r += 100;
    if (r == 500) continue;
  } while (r < 1000);
  for (int j = 0; j < i; ++j) {
    if (i == 4) continue;
    if (j == 4) break;
    ++r;
  }
end:
  o[i] = r;
}
