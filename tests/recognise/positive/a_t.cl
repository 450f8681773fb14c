// SPDX-License-Identifier: Apache-2.0
// args: int M, int N, int K, in A K*(M+3), int M+3, in B N*(K+1), int K+1, out C M*(N+5), int N+5, float 1.5, float -0.5
// run qpu: M=19 N=37 K=23; global 32, 64
// run qpu: M=16 N=64 K=8; global M, N; local 8, 8
kernel void product(uint M, uint N, uint K, global const float* A, uint lda, global const float* B, uint ldb, global float* C, uint ldc, float alpha, float beta) {
  const uint i = get_global_id(0), j = get_global_id(1);
  if (i >= M || j >= N) return;
  float sum = 0;
  for (uint k = 0; k < K; ++k) sum += A[k * lda + i] * B[j * ldb + k];
  C[i * ldc + j] = alpha * sum + beta * C[i * ldc + j];
}
