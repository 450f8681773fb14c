// SPDX-License-Identifier: Apache-2.0
// The places of neighbours are too far apart for one transfer, which those of a work-item are.
// assembly: 0xc00100
// global: 20 40
// arg: in int 800
// arg: out int 340000
kernel void k(global const int *in, global int *out) {
  const uint x = get_global_id(0), y = get_global_id(1);
  out[x * 17000 + y] = in[y * 20 + x] * 3;
}
