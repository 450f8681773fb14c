// SPDX-License-Identifier: Apache-2.0
// Full rows of two and four words for each work-item are transfers of whole rows: they change their order in
// registers. The last rows are not full.
// rows together: several
// global: 203 3
// arg: in float 5000
// arg: out float 1300
// arg: out float 2500
kernel void k(global const float *in, global float2 *two, global float4 *four) {
  const size_t i = get_global_id(1) * get_global_size(0) + get_global_id(0);
  two[i] = (float2)(in[i], in[i + 1] + 1);
  four[i] = (float4)(in[i + 2], in[i] + 2, in[i + 3] + 3, in[i] + 4);
}
