// SPDX-License-Identifier: Apache-2.0
// More values live than registers are there, so some lie in rows of the VPM until they are needed.
// global: 100
// arg: in int 7200
// arg: out int 116
// assembly: vr_setup
kernel void k(global const int* in, global int* out) {
  const int i = get_global_id(0);
  int v[72], x = i;
#pragma unroll
  for (int j = 0; j < 72; ++j) v[j] = in[j * 100 + i];
#pragma unroll
  for (int j = 0; j < 72; ++j) x = (x << 1 ^ v[j]) + (x >> 3);
#pragma unroll
  for (int j = 0; j < 72; ++j) x = (x ^ v[71 - j]) - (x << 2);
  out[i] = x;
}
