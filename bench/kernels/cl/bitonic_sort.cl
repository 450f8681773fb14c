// SPDX-License-Identifier: Apache-2.0
// Batcher's bitonic network over a power of two of keys. A block has two keys per work-item. Comparisons
// within a block are done in local memory; each of the others is a launch.
void compare_exchange(local uint *keys, uint index, uint stride, bool ascending) {
  const uint low = 2 * index - (index & (stride - 1));
  const uint a = keys[low], b = keys[low + stride];
  keys[low] = ascending ? min(a, b) : max(a, b);
  keys[low + stride] = ascending ? max(a, b) : min(a, b);
}

void merge(local uint *block, uint item, uint stride, bool ascending) {
  for (; stride > 0; stride /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    compare_exchange(block, item, stride, ascending);
  }
}

kernel void sort_blocks(global uint *keys, local uint *block) {
  const uint item = get_local_id(0), items = get_local_size(0);
  global uint *mine = keys + 2 * items * get_group_id(0);
  block[item] = mine[item];
  block[item + items] = mine[item + items];
  for (uint length = 2; length < 2 * items; length *= 2) merge(block, item, length / 2, (2 * item & length) == 0);
  merge(block, item, items, get_group_id(0) % 2 == 0);
  barrier(CLK_LOCAL_MEM_FENCE);
  mine[item] = block[item];
  mine[item + items] = block[item + items];
}

kernel void merge_far(uint length, uint stride, global uint *keys) {
  const uint index = get_global_id(0);
  const uint low = 2 * index - (index & (stride - 1));
  const bool ascending = (low & length) == 0;
  const uint a = keys[low], b = keys[low + stride];
  keys[low] = ascending ? min(a, b) : max(a, b);
  keys[low + stride] = ascending ? max(a, b) : min(a, b);
}

kernel void merge_near(uint length, global uint *keys, local uint *block) {
  const uint item = get_local_id(0), items = get_local_size(0);
  const uint first = 2 * items * get_group_id(0);
  block[item] = keys[first + item];
  block[item + items] = keys[first + item + items];
  merge(block, item, items, (first & length) == 0);
  barrier(CLK_LOCAL_MEM_FENCE);
  keys[first + item] = block[item];
  keys[first + item + items] = block[item + items];
}
