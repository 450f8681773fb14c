// SPDX-License-Identifier: Apache-2.0
// args: int M, int N, int K, int L, in A M*K, in B K*N, out C M*N
// run cpu: M=16 N=32 K=16 L=9; global N, M
// run cpu: M=16 N=32 K=16 L=7; global N, M
// run cpu: M=16 N=32 K=16 L=0; global N, M
kernel void product(int M, int N, int K, int L, global const float* A, global const float* B, global float* C) {
  int j = get_global_id(0), i = get_global_id(1);
  float low = 0, high = 0;
  for (int k = 0; k < 8; ++k) low += A[i * K + k] * B[k * N + j];
  for (int k = L; k < K; ++k) high += A[i * K + k] * B[k * N + j];
  C[i * N + j] = low + high;
}
