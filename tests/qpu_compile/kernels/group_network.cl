// SPDX-License-Identifier: Apache-2.0
// log: instructions
// assembly: VPM rows of a QPU: 32 of 64; constants
// global: 512
// local: 256
// arg: in int 1024
// arg: out int 1024
// A network that sorts 512 keys, upwards and downwards by turns, in half of the registers.
__attribute__((reqd_work_group_size(256, 1, 1)))
kernel void k(global const int* x, global int* y) {
  local int keys[512];
  const uint item = get_local_id(0), first = 512 * get_group_id(0);
  keys[item] = x[first + item];
  keys[item + 256] = x[first + item + 256];
  for (uint length = 2; length <= 512; length *= 2)
    for (uint stride = length / 2; stride > 0; stride /= 2) {
      barrier(CLK_LOCAL_MEM_FENCE);
      const uint low = 2 * item - (item & (stride - 1));
      const bool up = (2 * item & length) == 0;
      const int a = keys[low], b = keys[low + stride];
      keys[low] = up ? min(a, b) : max(a, b);
      keys[low + stride] = up ? max(a, b) : min(a, b);
    }
  barrier(CLK_LOCAL_MEM_FENCE);
  y[first + item] = keys[item];
  y[first + item + 256] = keys[item + 256];
}
