// SPDX-License-Identifier: Apache-2.0
// Elements of a vector lie between those of the neighbours.
// global: 70
// arg: out float 300
kernel void k(global float4* c) {
  const int i = get_global_id(0);
  c[i] = (float4)(i, i + 1, i * 2, 7);
}
