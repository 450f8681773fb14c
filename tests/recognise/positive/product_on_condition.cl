// SPDX-License-Identifier: Apache-2.0
// args: int M, int N, int K, int L, in A M*K+1, in B K*N+N, out C M*N
// run qpu: M=16 N=32 K=16 L=21; global N, M
// run cpu: M=16 N=32 K=16 L=20; global N, M
kernel void product(int M, int N, int K, int L, global const float* A, global const float* B, global float* C) {
  int j = get_global_id(0), i = get_global_id(1);
  if (L <= 20) return;
  float s = 0;
  for (int k = 0; k < K; ++k) s += A[i * K + k] * B[k * N + j];
  C[i * N + j] = s;
}
