// SPDX-License-Identifier: Apache-2.0
// c = a b, square; one work-item has four rows by four columns of c in registers.
kernel void matmul(uint size, global const float *a, global const float4 *b, global float4 *c) {
  const uint column = get_global_id(0), row = 4 * get_global_id(1), width = size / 4;
  float4 sum0 = 0, sum1 = 0, sum2 = 0, sum3 = 0;
  for (uint k = 0; k < size; ++k) {
    const float4 right = b[k * width + column];
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
