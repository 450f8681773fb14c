// SPDX-License-Identifier: Apache-2.0
// Lines side by side share what they load; the range has lines and columns that are left over, and some work-items
// beyond the matrix.
// global: 150 22
// offset: 3 1
// arg: in float 4000
// arg: in float 6000
// arg: out float 4000
// arg: value uint 149
// arg: value uint 21
// arg: value uint 40
// tolerance: 0.0001
kernel void k(global const float *a, global const float *b, global float *c, uint columns, uint rows, uint depth) {
  const uint x = get_global_id(0), y = get_global_id(1);
  if (x >= columns || y >= rows) return;
  float sum = y;
  for (uint i = 0; i < depth; ++i) sum += a[y * depth + i] * b[i * columns + x];
  c[y * columns + x] = sum;
}
