// SPDX-License-Identifier: Apache-2.0
// LLVM's vectoriser takes rows that touch all elements between those of the first and the last lane. Others get lanes: their loads and stores move what lies between, the latter masked. But if a row loads again from what it has stored, single elements are better.
// RUN: kernel-opt %s --vectorise --features=+avx512f,+avx512vl,+avx512bw,+avx512dq --tuned-for znver4 --passes=clean-up,work-group,native 2>&1 | FileCheck %s
// RUN: kernel-opt %s --vectorise --features=+sse2 --tuned-for x86-64 --passes=clean-up,work-group,native 2>&1 | FileCheck %s --check-prefix=SSE

// CHECK: {{.*}} all_channels.group: the row at {{.*}} stays scalar: left to LLVM's vectoriser
// CHECK: {{.*}} three_channels.group: the row at {{.*}} has 16 lanes
// CHECK: {{.*}} one_of_two.group: the row at {{.*}} has 16 lanes
// CHECK: {{.*}} loaded_again.group: the row at {{.*}} stays scalar: left to LLVM's vectoriser
// SSE: {{.*}} one_of_two.group: the row at {{.*}} stays scalar: left to LLVM's vectoriser
kernel void all_channels(global const float* a, global float* b) {
  const size_t i = get_global_id(0);
  b[i] = a[4 * i] + a[4 * i + 1] * a[4 * i + 2] + a[4 * i + 3];
}
kernel void three_channels(global const float* a, global float* b) {
  const size_t i = get_global_id(0);
  b[i] = a[4 * i] + a[4 * i + 1] * a[4 * i + 2];
}
kernel void one_of_two(global const float* a, global float* b) {
  const size_t i = get_global_id(0);
  b[2 * i] = a[i];
}
kernel void loaded_again(global const float* a, global float* b) {
  const size_t i = get_global_id(0);
  b[4 * i] += a[i];
  b[4 * i + 1] += a[i];
}
