// SPDX-License-Identifier: Apache-2.0
// Groups run one after the other. (This kernel does not wait, because of its second argument.)
// on the CPU: it waits in a loop for another work-item in line 10
// global: 64
// arg: in int 64
// arg: value int 1
// arg: out int 64
kernel void k(volatile global const int* flag, int goes_on, global int* out) {
  int turns = 0;
  while (flag[0] != 12345 && !goes_on)
    ++turns;
  out[get_global_id(0)] = turns;
}
