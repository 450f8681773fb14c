// SPDX-License-Identifier: Apache-2.0
// A loop that all work-items of a branch leave together, whose values are used behind it.
// global: 70
// arg: in uchar 1000
// arg: out uint 100
// arg: value int 50
// arg: value int 13
kernel void k(global const uchar* rows, global uint* sums, int count, int length) {
  const int i = get_global_id(0);
  if (i >= count) return;
  global const uchar* p = rows + i * length;
  uint sum = 1;
  while (length--) sum = (sum << 3 | sum >> 29) ^ *p++;
  sums[i] = ~sum;
}
