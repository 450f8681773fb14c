// SPDX-License-Identifier: Apache-2.0
// For each kernel of a program: what it is, or the reason why it is nothing, with the line of the source. The lines
// are there although strip-debug-info runs later in clean-up.
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
