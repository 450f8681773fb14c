// SPDX-License-Identifier: Apache-2.0
// args: int M, int N, int K, int L, in A M*K, in B K*N, out C M*N
// run cpu: M=16 N=16 K=9 L=4; global N, M
kernel void product(int M, int N, int K, int L, global const float* A, global const float* B, global float* C) {
  int i = get_global_id(1), j = get_global_id(0);
  float sum = C[i * N + j];
  for (int k = 0; k < K; ++k) sum = fma(A[i * K + k], B[k * N + j] * (k < L ? 0 : -1.0f), sum);
  C[i * N + j] = sum;
}
