// SPDX-License-Identifier: Apache-2.0
// global: 35 9
// arg: in float 700
// arg: in float 3000
// arg: out float 5040
// arg: value uint 17
// arg: value uint 35
// tolerance: 1e-5
// Four lines of four words of each work-item: so many sums that a row runs with that of the next line alone. The code behind the
// loop is longer than the instruction cache, its loop is not.
kernel void k(global const float *a, global const float4 *b, global float4 *c, uint n, uint width) {
  const uint x = get_global_id(0), y = 4 * get_global_id(1);
  float4 sum0 = 0, sum1 = 0, sum2 = 0, sum3 = 0;
  for (uint i = 0; i < n; ++i) {
    const float4 right = b[i * width + x];
    sum0 += a[(y + 0) * n + i] * right;
    sum1 += a[(y + 1) * n + i] * right;
    sum2 += a[(y + 2) * n + i] * right;
    sum3 += a[(y + 3) * n + i] * right;
  }
  c[(y + 0) * width + x] = sum0;
  c[(y + 1) * width + x] = sum1;
  c[(y + 2) * width + x] = sum2;
  c[(y + 3) * width + x] = sum3;
}
