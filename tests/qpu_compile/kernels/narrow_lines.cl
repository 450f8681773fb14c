// SPDX-License-Identifier: Apache-2.0
// Lines of three rows and of three and a half, which are fewer than the rows that run together where lines are long; what is
// stored is loaded before.
// rows together: several
// global: 56 9
// arg: in int 600
// arg: in int 600
// arg: value int 48
kernel void k(global const int *in, global int *out, int width) {
  const int x = get_global_id(0), y = get_global_id(1), here = y * 60 + x;
  out[here] = out[here] * 2 + in[here] + in[here + 1] * width + in[here + 2];
}
