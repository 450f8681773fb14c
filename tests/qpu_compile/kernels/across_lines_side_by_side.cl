// SPDX-License-Identifier: Apache-2.0
// All that 32 lines of work-items store lies side by side.
// assembly: 0xc00100
// global: 83 32
// arg: in int 2700
// arg: out int 2700
kernel void k(global const int *in, global int *out) {
  const uint x = get_global_id(0), y = get_global_id(1);
  out[x * 32 + y] = in[y * 83 + x] * 3 + y;
}
