// SPDX-License-Identifier: Apache-2.0
// args: int K, int L, in A 32*64, in B K*64, out C 32*64
// run cpu: K=9 L=3; global 24, 2
kernel void product(int K, int L, global const float* A, global const float* B, global float* C) {
  int i = get_global_id(1), j = get_global_id(0);
  float sum[16];
  int place[16];
  for (int r = 0; r < 16; ++r) sum[r] = 0;
  for (int k = 0; k < K; ++k) {
    if (k < L)
      for (int r = 0; r < 16; ++r) place[r] = (16 * i + r) * 64 + k;
    for (int r = 0; r < 16; ++r) sum[r] += A[place[r]] * B[k * 64 + j];
  }
  for (int r = 0; r < 16; ++r) C[(16 * i + r) * 64 + j] = sum[r];
}
