// SPDX-License-Identifier: Apache-2.0
// log: instructions
// assembly: VPM rows of a QPU: 32 of 64; constants
// global: 768
// local: 256
// arg: in int 1536
// arg: out int 1536
// arg: out int 3
// arg: value int 1300
// Sums by a tree of 512 words, which lie in half of the registers. What is loaded and stored has a limit, so that
// there are branches around the tree.
__attribute__((reqd_work_group_size(256, 1, 1)))
kernel void k(global const int* x, global int* y, global int* sums, int count) {
  local int tree[512];
  const uint item = get_local_id(0), size = get_local_size(0), first = 2 * size * get_group_id(0);
  for (uint i = item; i < 2 * size; i += size) tree[i] = first + i < (uint)count ? x[first + i] : 0;
  uint stride = 1;
  for (uint active = size; active > 0; active /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (item < active) tree[stride * (2 * item + 2) - 1] += tree[stride * (2 * item + 1) - 1];
    stride *= 2;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (item == 0) {
    sums[get_group_id(0)] = tree[511];
    tree[511] = 0;
  }
  for (uint active = 1; active <= size; active *= 2) {
    stride /= 2;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (item < active) {
      const uint left = stride * (2 * item + 1) - 1, right = stride * (2 * item + 2) - 1;
      const int value = tree[left];
      tree[left] = tree[right];
      tree[right] += value;
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint i = item; i < 2 * size; i += size)
    if (first + i < (uint)count) y[first + i] = tree[i];
}
