// SPDX-License-Identifier: Apache-2.0
// Loops over an array with a single element in one dimension. Once the inner ones are unrolled, LLVM no longer knows how
// often the outer one runs; the build must end all the same.
// RUN: kernel-run %s --global 1 r=0 in=42 | FileCheck %s

// CHECK: r = 43
struct S {
  int first;
  int a[1][2][3];
};
kernel void entry(global ulong* r, global int* in) {
  struct S s = {1, {{{in[0]}}}};
  ulong sum = s.first;
  for (int i = 0; i < 1; i++)
    for (int j = 0; j < 2; j++)
      for (int k = 0; k < 3; k++) sum += s.a[i][j][k];
  r[0] = sum;
}
