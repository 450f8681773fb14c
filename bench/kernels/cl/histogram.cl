// SPDX-License-Identifier: Apache-2.0
// The number of occurrences of each byte: counted in local memory, then added to the totals.
#define BINS 256

kernel void count_bytes(uint size, global const uchar *bytes, global uint *counts) {
  local uint bins[BINS];
  for (uint i = get_local_id(0); i < BINS; i += get_local_size(0)) bins[i] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint i = get_global_id(0); i < size; i += get_global_size(0)) atomic_inc(&bins[bytes[i]]);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint i = get_local_id(0); i < BINS; i += get_local_size(0)) atomic_add(&counts[i], bins[i]);
}
