// SPDX-License-Identifier: Apache-2.0
// Lines that are shorter than the rows that run together where lines are long: the last rows run with the one before.
// rows together: several
// global: 56 5 3
// arg: in int 1000
// arg: out int 1000
// arg: out int 1000
kernel void k(global const int *in, global int *sums, global int *products) {
  const int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2), here = (z * 5 + y) * 56 + x;
  sums[here] = in[here] + in[here + 1] + in[here + 57] + in[here + 100];
  products[here] = in[here] * in[here + 2];
}
