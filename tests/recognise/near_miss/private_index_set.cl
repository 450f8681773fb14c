// SPDX-License-Identifier: Apache-2.0
// args: int K, in A 33*64, in B K*64, out C 32*64
// run cpu: K=9; global 24, 2
kernel void product(int K, global const float* A, global const float* B, global float* C) {
  int i = get_global_id(1), j = get_global_id(0);
  float sum[16];
  int shift[16];
  for (int r = 0; r < 16; ++r) {
    sum[r] = 0;
    shift[r] = 0;
  }
  for (int k = 0; k < K; ++k)
    for (int r = 0; r < 16; ++r) {
      sum[r] += A[(16 * i + r) * 64 + k + shift[r]] * B[k * 64 + j];
      shift[r] = 5;
    }
  for (int r = 0; r < 16; ++r) C[(16 * i + r) * 64 + j] = sum[r];
}
