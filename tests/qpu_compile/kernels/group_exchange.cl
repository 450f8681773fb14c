// SPDX-License-Identifier: Apache-2.0
// log: instructions
// assembly: VPM rows of a QPU: 32 of 64; constants
// global: 512
// local: 256
// arg: in int 512
// arg: out int 512
// A network whose work-items exchange a key with the one that they differ from in a bit, where it is needed. A word of
// another lane is not made again from what it was many exchanges ago.
__attribute__((reqd_work_group_size(256, 1, 1)))
kernel void k(global const int* x, global int* y) {
  local int keys[256];
  const uint item = get_local_id(0);
  keys[item] = x[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint length = 2; length <= 256; length *= 2)
    for (uint stride = length / 2; stride > 0; stride /= 2) {
      const uint other = item ^ stride;
      if (other > item) {
        const int a = keys[item], b = keys[other];
        if ((item & length) == 0) {
          if (a > b) {
            keys[item] = b;
            keys[other] = a;
          }
        } else if (a < b) {
          keys[item] = b;
          keys[other] = a;
        }
      }
      barrier(CLK_LOCAL_MEM_FENCE);
    }
  y[get_global_id(0)] = keys[item];
}
