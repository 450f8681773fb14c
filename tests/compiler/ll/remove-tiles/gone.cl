// SPDX-License-Identifier: Apache-2.0
// Tiles that only hold what the group loaded go, with their barriers.
// RUN: kernel-opt %s --passes=clean-up,remove-tiles -S | FileCheck %s
#define T 16

// CHECK-LABEL: define {{.*}}@product(
// CHECK-NOT: quadcl_barrier
// CHECK: ret void
kernel void product(global const float* a, global const float* b, global float* c, int size) {
  local float s[T][T], t[T][T];
  int x = get_local_id(0), y = get_local_id(1), column = get_global_id(0), row = get_global_id(1);
  float sum = 0;
  for (int step = 0; step < size; step += T) {
    s[y][x] = row < size && step + x < size ? a[row * size + step + x] : 0;
    t[y][x] = step + y < size && column < size ? b[(step + y) * size + column] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < T; ++k) sum += s[y][k] * t[k][x];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  c[row * size + column] = sum;
}

// CHECK-LABEL: define {{.*}}@padded(
// CHECK-NOT: quadcl_barrier
// CHECK: ret void
kernel void padded(global const float* in, global float* out, int size) {
  local float tile[T][T + 1];
  int x = get_local_id(0), y = get_local_id(1);
  tile[y][x] = in[get_global_id(1) * size + get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[(get_group_id(0) * T + y) * size + get_group_id(1) * T + x] = tile[x][y];
}

// Filled by loops with clamped places.
// CHECK-LABEL: define {{.*}}@rim(
// CHECK-NOT: quadcl_barrier
// CHECK: ret void
kernel void rim(global const uchar* in, global uchar* out, int width, int height) {
  local uchar tile[T + 2][T + 2];
  int lx = get_local_id(0), ly = get_local_id(1), gx = get_global_id(0), gy = get_global_id(1);
  for (int r = ly; r < T + 2; r += T)
    for (int c = lx; c < T + 2; c += T)
      tile[r][c] = in[clamp(gy - ly + r - 1, 0, height - 1) * width + clamp(gx - lx + c - 1, 0, width - 1)];
  barrier(CLK_LOCAL_MEM_FENCE);
  int sum = 0;
  for (int r = 0; r < 3; ++r)
    for (int c = 0; c < 3; ++c) sum += tile[ly + r][lx + c];
  out[gy * width + gx] = sum / 9;
}

// An argument, of vectors, as long as the group.
// CHECK-LABEL: define {{.*}}@bodies(
// CHECK-NOT: quadcl_barrier
// CHECK: ret void
kernel void bodies(global const float4* in, global float4* out, int n, local float4* tile) {
  int l = get_local_id(0), size = get_local_size(0);
  float4 sum = 0;
  for (int t = 0; t < n; t += size) {
    tile[l] = in[t + l];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int j = 0; j < size; ++j) sum += tile[j] * tile[j].w;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = sum;
}

// Only some store.
// CHECK-LABEL: define {{.*}}@some(
// CHECK-NOT: quadcl_barrier
// CHECK: ret void
kernel void some(global const int* in, global int* out) {
  local int shared, few[8];
  int l = get_local_id(0);
  if (l == 0) shared = in[get_group_id(0)];
  if (l < 8) few[l] = in[get_global_id(0) + 100];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = shared + few[l & 7];
}

// One tile for two buffers, one after the other.
// CHECK-LABEL: define {{.*}}@twice(
// CHECK-NOT: quadcl_barrier
// CHECK: ret void
kernel void twice(global const int* a, global const int* b, global int* out) {
  local int tile[64];
  int l = get_local_id(0), g = get_global_id(0);
  tile[l] = a[g];
  barrier(CLK_LOCAL_MEM_FENCE);
  int sum = tile[63 - l];
  barrier(CLK_LOCAL_MEM_FENCE);
  tile[l] = b[g];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[g] = sum * tile[63 - l];
}

// Filled in part: what nobody stored is not loaded, either.
// CHECK-LABEL: define {{.*}}@in_part(
// CHECK-NOT: quadcl_barrier
// CHECK: br i1
// CHECK: load i32
// CHECK: br i1
// CHECK: load i32
// CHECK: phi i32
// CHECK: ret void
kernel void in_part(global const int* in, global int* out) {
  local int tile[64];
  size_t l = get_local_id(0);
  if (l < 16) tile[l] = in[get_group_id(0) * 16 + l];
  barrier(CLK_LOCAL_MEM_FENCE);
  int x = tile[l];
  out[get_global_id(0)] = l < 16 ? x : 7;
}

// First and last work-items fill the rim: where it is read, the address is chosen.
// CHECK-LABEL: define {{.*}}@filled_ends(
// CHECK-NOT: quadcl_barrier
// CHECK: select i1 {{.*}}, ptr addrspace(1)
// CHECK: ret void
kernel void filled_ends(global const int* in, global int* out, int n) {
  local int tile[66];
  int l = get_local_id(0), g = get_global_id(0);
  tile[l + 1] = in[g];
  if (l == 0) tile[0] = in[max(g - 1, 0)];
  if (l == 63) tile[65] = in[min(g + 1, n - 1)];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[g] = tile[l] + tile[l + 2];
}

// A rim in two dimensions, with zeros outside.
// CHECK-LABEL: define {{.*}}@square(
// CHECK-NOT: quadcl_barrier
// CHECK: ret void
__attribute__((reqd_work_group_size(8, 8, 1)))
kernel void square(global const int* in, global int* out, int w) {
  local int tile[10][10];
  int lx = get_local_id(0), ly = get_local_id(1), x = get_global_id(0), y = get_global_id(1);
  tile[ly + 1][lx + 1] = in[y * w + x];
  if (lx == 0) tile[ly + 1][0] = x > 0 ? in[y * w + x - 1] : 0;
  if (lx == 7) tile[ly + 1][9] = x < w - 1 ? in[y * w + x + 1] : 0;
  if (ly == 0) tile[0][lx + 1] = y > 0 ? in[(y - 1) * w + x] : 0;
  if (ly == 7) tile[9][lx + 1] = y < w - 1 ? in[(y + 1) * w + x] : 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[y * w + x] = tile[ly][lx + 1] + tile[ly + 2][lx + 1] + tile[ly + 1][lx] + tile[ly + 1][lx + 2];
}
