// SPDX-License-Identifier: Apache-2.0
// log: instructions
// assembly: VPM rows of a QPU: 32 of 64; constants
// global: 192
// local: 64
// arg: in int 384
// arg: out int 384
// arg: out int 3
// Sums by a tree with two elements a work-item; strides change from one barrier to the next. One work-item stores to
// the tree and to a buffer.
__attribute__((reqd_work_group_size(64, 1, 1)))
kernel void k(global const int* x, global int* y, global int* sums) {
  local int tree[128];
  const uint item = get_local_id(0), size = get_local_size(0), first = 2 * size * get_group_id(0);
  for (uint i = item; i < 2 * size; i += size) tree[i] = x[first + i];
  uint stride = 1;
  for (uint active = size; active > 0; active /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (item < active) tree[stride * (2 * item + 2) - 1] += tree[stride * (2 * item + 1) - 1];
    stride *= 2;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (item == 0) {
    sums[get_group_id(0)] = tree[127];
    tree[127] = 0;
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
  for (uint i = item; i < 2 * size; i += size) y[first + i] = tree[i];
}
