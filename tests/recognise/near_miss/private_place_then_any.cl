// SPDX-License-Identifier: Apache-2.0
// args: int K, int L, in A 32*64, in B K*64, out C 32*64
// run cpu: K=9 L=1; global 24, 2
kernel void product(int K, int L, global const float* A, global const float* B, global float* C) {
  int i = get_global_id(1), j = get_global_id(0);
  float sum = 0, last[64];
  for (int k = 0; k < K; ++k) {
    float x;
    if (k < L)
      x = A[i * 64 + k];
    else
      x = last[0];
    sum += x * B[k * 64 + j];
    last[k] = A[i * 64];
  }
  C[i * 64 + j] = sum;
}
