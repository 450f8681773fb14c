// SPDX-License-Identifier: Apache-2.0
// log: instructions
// rows together: several
// assembly: 0 if rows may run twice
// global: 150 5
// arg: in float 1000
// arg: in float 4000
// arg: out float 5600
// arg: value uint 21
// arg: value uint 150
// tolerance: 1e-5
// A product of matrices with fewer than eight lines, which run row by row.
kernel void k(global const float* a, global const float* b, global float* c, uint n, uint width) {
  const uint x = get_global_id(0), y = get_global_id(1);
  float sum = 0;
  for (uint i = 0; i < n; ++i) sum += a[y * n + i] * b[i * width + x];
  c[y * width + x] = sum;
}
