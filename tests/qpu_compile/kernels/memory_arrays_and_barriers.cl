// SPDX-License-Identifier: Apache-2.0
// log: with local memory and arrays in SDRAM
// global: 120
// local: 40
// arg: in int 120
// arg: out int 120
// Each work-item of a group has its array behind a barrier, too.
kernel void k(global const int* x, global int* y) {
  local int numbers[40];
  uint l = get_local_id(0), i = get_global_id(0);
  int own[9];
  for (int j = 0; j < 9; ++j) own[j] = x[(i + j) % 120] * j;
  numbers[l] = own[l % 9];
  barrier(CLK_LOCAL_MEM_FENCE);
  own[(l + 1) % 9] += numbers[39 - l];
  barrier(CLK_LOCAL_MEM_FENCE);
  numbers[(l + 7) % 40] = own[(uint)x[i] % 9];
  barrier(CLK_LOCAL_MEM_FENCE);
  int sum = numbers[l];
  for (int j = 0; j < 9; ++j) sum = sum * 31 + own[(j + l) % 9];
  y[i] = sum;
}
