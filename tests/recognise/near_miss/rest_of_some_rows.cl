// SPDX-License-Identifier: Apache-2.0
// args: int M, int N, int K, int L, in A M*K+1, in B K*N+N, out C M*N
// run cpu: M=16 N=32 K=16 L=5; global N, M
// run cpu: M=16 N=32 K=15 L=5; global N, M
kernel void product(int M, int N, int K, int L, global const float* A, global const float* B, global float* C) {
  int j = get_global_id(0), i = get_global_id(1);
  float s = 0;
  int k;
  for (k = 0; k < K - 1; k += 2) s += A[i * K + k] * B[k * N + j] + A[i * K + k + 1] * B[(k + 1) * N + j];
  if (i < L) s += A[i * K + k] * B[k * N + j];
  C[i * N + j] = s;
}
