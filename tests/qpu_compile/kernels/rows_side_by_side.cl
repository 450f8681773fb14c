// SPDX-License-Identifier: Apache-2.0
// Loads of a loop that are the same for a row of work-items, from addresses at distances of the launch, are
// one request.
// assembly: >>14
// global: 83 5
// arg: in int 1100
// arg: in float 600
// arg: in int 8300
// arg: out int 415
// arg: out float 415
// arg: value int 20
kernel void k(global const int *a, global const float *factors, global const int *b, global int *sums,
              global float *products, int size) {
  const int x = get_global_id(0), y = get_global_id(1);
  int sum = 0;
  float product = 0;
  for (int i = 0; i < size; ++i) {
    const int with = b[i * 83 + x];
    sum += a[(2 * y) * size + i] * with - a[(2 * y + 7) * size + i];
    product += factors[(y + 3) * size + i] * (float)x;
    sum ^= a[(45 - 3 * y) * size + i];
  }
  sums[y * 83 + x] = sum;
  products[y * 83 + x] = product;
}
