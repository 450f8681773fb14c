// SPDX-License-Identifier: Apache-2.0
// A square image with a 7x7 filter; beyond the edge the nearest pixel is used.
#define RADIUS 3
#define SIDE (2 * RADIUS + 1)

kernel void convolve(int size, global const float *image, constant float *filter, global float *out) {
  const int column = get_global_id(0), row = get_global_id(1);
  float sum = 0;
  for (int dy = -RADIUS; dy <= RADIUS; ++dy) {
    for (int dx = -RADIUS; dx <= RADIUS; ++dx) {
      const int x = clamp(column + dx, 0, size - 1), y = clamp(row + dy, 0, size - 1);
      sum += filter[(dy + RADIUS) * SIDE + dx + RADIUS] * image[y * size + x];
    }
  }
  out[row * size + column] = sum;
}
