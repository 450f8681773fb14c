// SPDX-License-Identifier: Apache-2.0
// global: 37 11
// assembly: 0x82104000
// arg: in float 400
// arg: in float 3000
// arg: out float 1628
// arg: value uint 19
// arg: value uint 37
// tolerance: 1e-5
// Several lines together share loads, and the four words that a work-item stores are stored with those of its row, in one
// transfer of four rows of the VPM.
kernel void k(global const float *a, global const float4 *b, global float4 *c, uint n, uint width) {
  const uint x = get_global_id(0), y = get_global_id(1);
  float4 sum = 0;
  for (uint i = 0; i < n; ++i) sum += a[y * n + i] * b[i * width + x];
  c[y * width + x] = sum;
}
