// SPDX-License-Identifier: Apache-2.0
// Work-items store beside those of the next line: 16 lines are stored together.
// assembly: VPM rows of a QPU: 32 of 64
// global: 83 45
// arg: in int 3735
// arg: out int 3700
// arg: value uint 81
// arg: value uint 43
kernel void k(global const int *in, global int *out, uint width, uint height) {
  const uint x = get_global_id(0), y = get_global_id(1);
  if (x >= width || y >= height) return;
  out[x * height + y + 100] = in[y * 83 + x] * 3 + y;
}
