// SPDX-License-Identifier: Apache-2.0
// c = a b, square; one work-item per element.
kernel void matmul(uint size, global const float *a, global const float *b, global float *c) {
  const uint column = get_global_id(0), row = get_global_id(1);
  float sum = 0;
  for (uint k = 0; k < size; ++k) sum += a[row * size + k] * b[k * size + column];
  c[row * size + column] = sum;
}
