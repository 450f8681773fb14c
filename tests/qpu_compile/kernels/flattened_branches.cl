// SPDX-License-Identifier: Apache-2.0
// Branches that choose between few values: all rows run together, those at the borders of the plate, too. What lies beyond
// the buffer is not loaded.
// rows together: several
// global: 272 9
// arg: in float 2448
// arg: out float 2448
kernel void k(global const float *in, global float *out) {
  const int width = get_global_size(0), height = get_global_size(1);
  const int x = get_global_id(0), y = get_global_id(1), here = y * width + x;
  float value;
  if (x == 0 || y == 0 || x == width - 1) {
    value = y == 3 ? in[here] * 2 : in[here];
  } else if (y == height - 1) {
    value = in[here - width];
  } else {
    value = in[here - 1] + in[here + 1] + in[here - width] + in[here + width] - 4 * in[here];
  }
  out[here] = value;
}
