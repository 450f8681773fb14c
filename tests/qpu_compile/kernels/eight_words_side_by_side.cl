// SPDX-License-Identifier: Apache-2.0
// Full rows of eight words, and of numbers of two words, for each work-item are transfers of whole rows.
// rows together: several
// global: 203 3
// arg: in float 5000
// arg: out float 5000
// arg: out ulong 620
kernel void k(global const float *in, global float8 *eight, global ulong *wide) {
  const size_t i = get_global_id(1) * get_global_size(0) + get_global_id(0);
  eight[i] = (float8)(in[i], in[i] * 2, in[i + 1], 4, 5, in[i] + 6, i, in[i + 4]);
  wide[i] = (ulong)i << 31 | 7;
}
