// SPDX-License-Identifier: Apache-2.0
// args: int M, int N, int K, int L, float 1.5, in A M*K, in B K*N, out C M*N
// run cpu: M=16 N=16 K=9 L=4; global N, M
kernel void product(int M, int N, int K, int L, float alpha, global const float* A, global const float* B, global float* C) {
  int i = get_global_id(1), j = get_global_id(0);
  float factor = i < L ? alpha : 0, sum = 0;
  for (int k = 0; k < K; ++k) sum += factor * A[i * K + k] * B[k * N + j];
  C[i * N + j] = sum;
}
