// SPDX-License-Identifier: Apache-2.0
// log: instructions
// assembly: VPM rows of a QPU: 5 of 64; constants
// global: 512
// local: 256
// arg: in int 1024
// arg: out int 1024
// A tree of sums as for memory in banks, with a word that is not used after every 32. There are too few registers, so
// that a row of the VPM takes a value.
#define PADDED(n) ((n) + ((n) >> 5))

__attribute__((reqd_work_group_size(256, 1, 1)))
kernel void k(global const int* x, global int* y) {
  local int sums[528];
  const int item = get_local_id(0), first = get_group_id(0) * 512, a = PADDED(item), b = PADDED(item + 256);
  int offset = 1;
  sums[a] = x[first + item];
  sums[b] = x[first + item + 256];
  for (int active = 256; active > 0; active >>= 1) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (item < active) {
      const int left = offset * (2 * item + 1) - 1, right = offset * (2 * item + 2) - 1;
      sums[PADDED(right)] += sums[PADDED(left)];
    }
    offset *= 2;
  }
  if (item == 0) sums[PADDED(511)] = 0;
  for (int active = 1; active < 512; active *= 2) {
    offset >>= 1;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (item < active) {
      const int left = PADDED(offset * (2 * item + 1) - 1), right = PADDED(offset * (2 * item + 2) - 1);
      const int sum = sums[left];
      sums[left] = sums[right];
      sums[right] += sum;
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  y[first + item] = sums[a];
  y[first + item + 256] = sums[b];
}
