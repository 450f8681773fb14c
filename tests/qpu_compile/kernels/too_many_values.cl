// SPDX-License-Identifier: Apache-2.0
// An inner loop that uses more values than registers: to spill them there does not pay.
// global: 16
// arg: in int 1600
// arg: out int 1600
// arg: value int 9
// on the CPU: it needs
kernel void k(global const int* in, global int* out, int n) {
  const int i = get_global_id(0);
  int v[100];
#pragma unroll
  for (int j = 0; j < 100; ++j) v[j] = in[j * 16 + i];
  for (int t = 0; t < n; ++t) {
#pragma unroll
    for (int j = 0; j < 100; ++j) v[j] ^= v[(j + 41) % 100] + t;
  }
#pragma unroll
  for (int j = 0; j < 100; ++j) out[j * 16 + i] = v[j];
}
