// SPDX-License-Identifier: Apache-2.0
// args: int K, int L, in A 32*64, in B K*64, out C 32*64
// run cpu: K=32 L=1; global 24, 2
kernel void product(int K, int L, global const float* A, global const float* B, global float* C) {
  int i = get_global_id(1), j = get_global_id(0);
  float sum[16], first[16];
  for (int r = 0; r < 16; ++r) sum[r] = 0;
  for (int t = 0; t < K / 8; ++t) {
    for (int k = 0; k < 8; ++k)
      for (int r = 0; r < 16; ++r)
        sum[r] += (t < L ? A[(16 * i + r) * 64 + t * 8 + k] : first[r]) * B[(t * 8 + k) * 64 + j];
    for (int r = 0; r < 16; ++r) first[r] = A[(16 * i + r) * 64];
  }
  for (int r = 0; r < 16; ++r) C[(16 * i + r) * 64 + j] = sum[r];
}
