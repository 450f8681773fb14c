// SPDX-License-Identifier: Apache-2.0
// Exclusive prefix sums. Blocks of two elements per work-item: an up-sweep and a down-sweep over a tree. Then
// the sums of the blocks in the same way, which are added to the blocks.
kernel void scan_blocks(uint count, global const uint *in, global uint *out, global uint *totals, local uint *tree) {
  const uint item = get_local_id(0), block = 2 * get_local_size(0), first = block * get_group_id(0);
  for (uint i = item; i < block; i += get_local_size(0)) tree[i] = first + i < count ? in[first + i] : 0;
  uint stride = 1;
  for (uint active = get_local_size(0); active > 0; active /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (item < active) tree[stride * (2 * item + 2) - 1] += tree[stride * (2 * item + 1) - 1];
    stride *= 2;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (item == 0) {
    totals[get_group_id(0)] = tree[block - 1];
    tree[block - 1] = 0;
  }
  for (uint active = 1; active <= get_local_size(0); active *= 2) {
    stride /= 2;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (item < active) {
      const uint left = stride * (2 * item + 1) - 1, right = stride * (2 * item + 2) - 1;
      const uint value = tree[left];
      tree[left] = tree[right];
      tree[right] += value;
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint i = item; i < block; i += get_local_size(0)) {
    if (first + i < count) out[first + i] = tree[i];
  }
}

kernel void add_totals(uint count, global uint *out, global const uint *totals) {
  const uint item = get_local_id(0), block = 2 * get_local_size(0), first = block * get_group_id(0);
  for (uint i = first + item; i < min(first + block, count); i += get_local_size(0)) out[i] += totals[get_group_id(0)];
}
