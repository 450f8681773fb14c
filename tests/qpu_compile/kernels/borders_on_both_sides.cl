// SPDX-License-Identifier: Apache-2.0
// The first row of each line leaves full rows, so that 16 would seldom run together.
// assembly: best for [48] rows together
// global: 256 9
// arg: in float 2304
// arg: out float 2304
// arg: value int 256
// arg: value int 9
// tolerance: 1e-5
kernel void k(global const float *in, global float *out, int width, int height) {
  const int x = get_global_id(0), y = get_global_id(1), here = y * width + x;
  if (x > 0 && x < width - 1 && y > 0 && y < height - 1)
    out[here] = in[here] + in[here - 1] + in[here + 1] + in[here - width] + in[here + width];
}
