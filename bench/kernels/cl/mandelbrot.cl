// SPDX-License-Identifier: Apache-2.0
// Steps until a point leaves the circle of radius 2: neighbours leave the loop at different times.
#pragma OPENCL FP_CONTRACT OFF
kernel void escape_times(uint columns, uint rows, uint limit, global uint *times) {
  const uint column = get_global_id(0), row = get_global_id(1);
  if (column >= columns || row >= rows) return;
  const float real = -2.0f + 2.5f * column / columns, imaginary = -1.25f + 2.5f * row / rows;
  float x = 0, y = 0;
  uint steps = 0;
  while (steps < limit && x * x + y * y < 4.0f) {
    const float next = x * x - y * y + real;
    y = 2 * x * y + imaginary;
    x = next;
    ++steps;
  }
  times[row * columns + column] = steps;
}
