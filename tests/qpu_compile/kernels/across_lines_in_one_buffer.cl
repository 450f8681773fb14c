// SPDX-License-Identifier: Apache-2.0
// Lines must not run again where the launch passes one buffer for both.
// assembly: 0xc00100
// global: 40 45
// arg: in int 4000
// arg: same buffer 0
kernel void k(global const int *in, global int *out) {
  const uint x = get_global_id(0), y = get_global_id(1);
  out[x * 46 + y + 1900] = in[y * 40 + x] * 3 + y;
}
