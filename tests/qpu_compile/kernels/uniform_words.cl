// SPDX-License-Identifier: Apache-2.0
// Words side by side that are the same for a row are one request, up to the last words of a buffer.
// assembly: >>15
// global: 80 5
// arg: in int 105
// arg: in int 1680
// arg: in float 11
// arg: out int 400
// arg: out float 400
// arg: value int 21
kernel void k(global const int *a, global const int *b, global const float *factors, global int *products,
              global float *sums, int size) {
  const int x = get_global_id(0), y = get_global_id(1);
  int sum = 0;
  for (int i = 0; i < size; i += 3)
    for (int j = 0; j < 3; ++j) sum += a[y * size + i + j] * b[(i + j) * 80 + x];
  products[y * 80 + x] = sum;
  // Not in the order of addresses, one of them alone.
  float other = factors[10] * x;
  other += factors[9] + factors[7] * y;
  sums[y * 80 + x] = other - factors[8] - factors[2];
}
