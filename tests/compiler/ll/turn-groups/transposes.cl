// SPDX-License-Identifier: Apache-2.0
// Work-items of a square group take each other's places where that makes addresses those of the whole range.
// RUN: kernel-opt %s --passes=clean-up,remove-tiles,turn-groups,dce -S | FileCheck %s
#define T 16

// CHECK-LABEL: define {{.*}}@transpose(
// CHECK-NOT: get_group_id
// CHECK-NOT: get_local_id
// CHECK: ret void
kernel __attribute__((reqd_work_group_size(T, T, 1)))
void transpose(uint size, global const float* in, global float* out) {
  local float tile[T][T + 1];
  const uint x = get_local_id(0), y = get_local_id(1);
  const uint left = T * get_group_id(0), top = T * get_group_id(1);
  tile[y][x] = in[(top + y) * size + left + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[(left + y) * size + top + x] = tile[x][y];
}

// Its addresses are those of the whole range already.
// CHECK-LABEL: define {{.*}}@copies(
// CHECK: get_local_id
// CHECK: ret void
kernel __attribute__((reqd_work_group_size(T, T, 1)))
void copies(uint size, global const float* in, global float* out) {
  local float tile[T][T + 1];
  const uint x = get_local_id(0), y = get_local_id(1);
  const uint left = T * get_group_id(0), top = T * get_group_id(1);
  tile[y][x] = in[(top + y) * size + left + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[(top + y) * size + left + x] = tile[y][x];
}
