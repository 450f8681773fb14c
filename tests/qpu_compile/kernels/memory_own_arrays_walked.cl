// SPDX-License-Identifier: Apache-2.0
// log: with local memory and arrays in SDRAM
// global: 40
// arg: in int 96
// arg: out int 40
// arg: out int 40
kernel void k(global const int* x, global int* y, global int* z) {
  int numbers[96];
  const int i = get_global_id(0);
  for (int j = 0; j < 96; ++j) numbers[j] = x[j] + i;
  int last = i;
  for (int *to = numbers, *from = numbers + 48; to < numbers + 48 - (i & 3);)
    *to++ = last = last * 5 + *from++;
  short* halves = (short*)(numbers + (i & 7));
  for (int j = 0; j < 9; ++j, halves += 1 + (x[i] & 3)) last += *halves;
  *halves = last;
  y[i] = last;
  z[i] = numbers[x[i] & 63];
}
