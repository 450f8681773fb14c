// SPDX-License-Identifier: Apache-2.0
// Where other work-items, or other times, would find something else.
// RUN: kernel-opt %s --passes=clean-up,remove-tiles -S | FileCheck %s

// The buffer is stored to.
// CHECK-LABEL: define {{.*}}@in_place(
// CHECK: quadcl_barrier
// CHECK: ret void
kernel void in_place(global int* a) {
  local int tile[64];
  int l = get_local_id(0), g = get_global_id(0);
  tile[l] = a[g];
  barrier(CLK_LOCAL_MEM_FENCE);
  a[g] = tile[63 - l];
}

// What the loop reads, the iteration before has stored.
// CHECK-LABEL: define {{.*}}@ahead(
// CHECK: quadcl_barrier
// CHECK: ret void
kernel void ahead(global const int* a, global int* out, int n) {
  local int tile[64];
  int l = get_local_id(0), sum = 0;
  tile[l] = a[l];
  for (int i = 1; i < n; ++i) {
    barrier(CLK_LOCAL_MEM_FENCE);
    sum += tile[63 - l] * i;
    barrier(CLK_LOCAL_MEM_FENCE);
    tile[l] = a[64 * i + l];
  }
  out[get_global_id(0)] = sum;
}

// Elements that are not stored again are those of iterations before.
// CHECK-LABEL: define {{.*}}@at_times(
// CHECK: quadcl_barrier
// CHECK: ret void
kernel void at_times(global const int* a, global int* out, int n) {
  local int tile[64];
  int l = get_local_id(0), sum = 0;
  for (int i = 0; i < n; ++i) {
    if (l >= i) tile[l] = a[64 * i + l];
    barrier(CLK_LOCAL_MEM_FENCE);
    sum += tile[63 - l];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = sum;
}

// Behind the loop, its counter is another one.
// CHECK-LABEL: define {{.*}}@behind(
// CHECK: quadcl_barrier
// CHECK: ret void
kernel void behind(global const int* a, global int* out, int n) {
  local int tile[64];
  int l = get_local_id(0), sum = 0, i = 0;
  do {
    tile[l] = a[64 * i + l];
    barrier(CLK_LOCAL_MEM_FENCE);
    sum ^= i++;
  } while (i < n);
  out[get_global_id(0)] = sum + tile[63 - l];
}

// What work-items computed of their own values.
// CHECK-LABEL: define {{.*}}@sums(
// CHECK: quadcl_barrier
// CHECK: ret void
kernel void sums(global const int* a, global int* out, int n) {
  local int tile[64];
  int l = get_local_id(0), sum = 0;
  for (int i = l; i < n; i += 64) sum += a[i];
  tile[l] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = tile[63 - l];
}

// The tile goes, but the barrier orders accesses of the other buffer.
// CHECK-LABEL: define {{.*}}@ordered(
// CHECK: quadcl_barrier
// CHECK-NOT: addrspace(3)
// CHECK: ret void
kernel void ordered(global const int* a, global int* out) {
  local int tile[64];
  int l = get_local_id(0), g = get_global_id(0);
  tile[l] = a[g];
  out[g] = l;
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  out[g] += tile[63 - l] * out[g ^ 1];
}

// Two digits that may overlap.
// CHECK-LABEL: define {{.*}}@overlapping(
// CHECK: quadcl_barrier
// CHECK: ret void
kernel void overlapping(global const int* a, global int* out) {
  local int tile[400];
  int x = get_local_id(0), y = get_local_id(1);
  tile[y * 8 + x] = a[get_global_id(0) * 5 + y];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = tile[399 - x];
}

// One element of the rim is stored anew in each iteration, and keeps what those before stored elsewhere.
// CHECK-LABEL: define {{.*}}@growing_rim(
// CHECK: quadcl_barrier
// CHECK: ret void
kernel void growing_rim(global const int* a, global int* out, int n) {
  local int tile[80];
  int l = get_local_id(0), sum = 0;
  tile[l] = a[l];
  for (int i = 0; i < n; ++i) {
    if (l == i) tile[l + 16] = a[i + 7];
    barrier(CLK_LOCAL_MEM_FENCE);
    sum += tile[l + 5];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = sum;
}
