// SPDX-License-Identifier: Apache-2.0
// args: int M, int N, int K, in A M*K+1, in B K*N+1, out C M*N
// run qpu: M=32 N=48 K=16; global N, M
// run qpu: M=9 N=7 K=11; global N, M
// run cpu: M=9 N=7 K=0; global N, M
kernel void product(int M, int N, int K, global const float* A, global const float* B, global float* C) {
  int j = get_global_id(0), i = get_global_id(1);
  float even = 0, odd = C[i * N + j];
  int k = 0;
  for (; k < K - 1; k += 2) {
    even += A[i * K + k] * B[k * N + j];
    odd += A[i * K + k + 1] * B[(k + 1) * N + j];
  }
  for (; k < K; ++k) even += A[i * K + k] * B[k * N + j];
  C[i * N + j] = odd + even;
}
