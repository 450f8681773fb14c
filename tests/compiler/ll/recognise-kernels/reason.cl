// SPDX-License-Identifier: Apache-2.0
// For each kernel of a program: the built-in kernel that it is, or why it is none, with the line of the source.
// Clean-up drops the lines only afterwards.
// RUN: kernel-opt %s --passes=clean-up --recognise | FileCheck %s

// CHECK:      ; twice: {{.*}} (line [[@LINE+2]]: `out[i] = 2 * in[i];`)
kernel void twice(global const int *in, global int *out) { const int i = get_global_id(0);
  out[i] = 2 * in[i];
}
// CHECK-NEXT: ; transpose is transpose_32(
kernel void transpose(int width, int height, global const int *in, global int *out) {
  const int x = get_global_id(0), y = get_global_id(1);
  out[x * height + y] = in[y * width + x];
}
