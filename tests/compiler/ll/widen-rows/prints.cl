// SPDX-License-Identifier: Apache-2.0
// Lanes print one after the other, unless that would mix up parts of lines of several work-items. Then, and where all
// work-items print, they run one by one.
// RUN: kernel-opt %s --vectorise --passes=clean-up,work-group,native -S --features=+avx2 2>&1 | FileCheck %s

// CHECK-DAG: remark: line.group: the row at items.x.i has 8 lanes
// CHECK-DAG: remark: once.group: the row at items.x.i has 8 lanes
// CHECK-DAG: remark: parts.group: the row at items.x.i stays scalar: printf of parts of a line
// CHECK-DAG: remark: all.group: the row at items.x.i stays scalar: printf for each work-item
// CHECK-DAG: remark: places.group: the row at items.x.i{{[0-9]*}} stays scalar: accesses that are not independent
kernel void line(global float *x) {
  const size_t i = get_global_id(0);
  float y = x[i];
  for (int k = 0; k < 100; ++k) y = y * y + 0.5f;
  if (y > 100) printf("%d\n", (int)i);
  if (y > 200) printf("%d %f\n", (int)i, y);
  x[i] = y;
}
kernel void once(global float *x) {
  const size_t i = get_global_id(0);
  float y = x[i];
  for (int k = 0; k < 100; ++k) y = y * y + 0.5f;
  if (y > 100) printf("%d, ", (int)i);
  x[i] = y;
}
kernel void parts(global float *x) {
  const size_t i = get_global_id(0);
  float y = x[i];
  for (int k = 0; k < 100; ++k) y = y * y + 0.5f;
  if (y > 100) {
    printf("%d: ", (int)i);
    printf("%f\n", y);
  }
  x[i] = y;
}
kernel void all(global float *x) {
  const size_t i = get_global_id(0);
  float y = x[i];
  for (int k = 0; k < 100; ++k) y = y * y + 0.5f;
  printf("%f\n", y);
  x[i] = y;
}

// Places in local memory that work-items take in turns: printing does not make them independent.
kernel void places(global float *x) {
  local int next;
  next = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  float y = x[get_global_id(0)];
  for (int k = 0; k < 100; ++k) y = y * y + 0.5f;
  const int place = atomic_inc(&next);
  if (y > 100) printf("%d\n", place);
  x[get_group_id(0) * get_local_size(0) + place] = y;
}
