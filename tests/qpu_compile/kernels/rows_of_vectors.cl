// SPDX-License-Identifier: Apache-2.0
// Four rows by four columns for a work-item: all rows of the left matrix are one request, also where registers
// are too few for several rows of work-items.
// assembly: >>13
// global: 20 6
// arg: in float 768
// arg: in float 2560
// arg: out float 1920
// arg: value uint 32
// tolerance: 1e-5
kernel void k(global const float *a, global const float4 *b, global float4 *c, uint size) {
  const uint column = get_global_id(0), row = 4 * get_global_id(1), width = 5 * size / 8;
  float4 sum0 = 0, sum1 = 0, sum2 = 0, sum3 = 0;
  for (uint k = 0; k < size; ++k) {
    const float4 right = b[k * width + column] + 1;
    sum0 += a[(row + 0) * size + k] * right;
    sum1 += a[(row + 1) * size + k] * right;
    sum2 += a[(row + 2) * size + k] * right;
    sum3 += a[(row + 3) * size + k] * right;
  }
  c[(row + 0) * width + column] = sum0;
  c[(row + 1) * width + column] = sum1;
  c[(row + 2) * width + column] = sum2;
  c[(row + 3) * width + column] = sum3;
}
