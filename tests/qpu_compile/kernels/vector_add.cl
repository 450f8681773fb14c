// SPDX-License-Identifier: Apache-2.0
// global: 1000
// arg: in float 1000
// arg: in float 1000
// arg: out float 1016
kernel void k(global const float* a, global const float* b, global float* c) {
  const int i = get_global_id(0);
  c[i] = a[i] + b[i];
}
