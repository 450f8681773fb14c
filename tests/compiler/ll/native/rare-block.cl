// SPDX-License-Identifier: Apache-2.0
// A row with a block that hardly ever runs has lanes, which skip the block. LLVM would run it always.
// RUN: kernel-opt %s --passes=clean-up,work-group,native --vectorise -S 2>&1 | FileCheck %s
// RUN: kernel-opt %s --passes=clean-up,work-group,native --vectorise --options=-DOFTEN -S 2>&1 | FileCheck %s --check-prefix=OFTEN

// CHECK: k.group: the row at {{.*}} has {{[0-9]+}} lanes
// CHECK: br i1 %{{.*}}, label %{{.*}}, label %lanes.any
// OFTEN: k.group: the row at {{.*}} stays scalar
#ifdef OFTEN
#define RARE(condition) (condition)
#else
#define RARE(condition) __builtin_expect(condition, 0)
#endif
kernel void k(global const int* x, global const int* table, global int* o) {
  const size_t i = get_global_id(0);
  int y = x[i] * 3;
  if (RARE(y > 1000)) y = table[y] * y * y + y / 3 + table[y + 1] * y;
  o[i] = y * y + x[i];
}
