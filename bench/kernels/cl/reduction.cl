// SPDX-License-Identifier: Apache-2.0
// Every work-group stores the sum of its share. A launch of one group adds these up.
kernel void add_up(uint count, global const float *in, global float *out, local float *partial) {
  const uint item = get_local_id(0);
  float sum = 0;
  for (uint i = get_global_id(0); i < count; i += get_global_size(0)) sum += in[i];
  partial[item] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint half_size = get_local_size(0) / 2; half_size > 0; half_size /= 2) {
    if (item < half_size) partial[item] += partial[item + half_size];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (item == 0) out[get_group_id(0)] = partial[0];
}
