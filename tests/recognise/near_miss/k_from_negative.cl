// SPDX-License-Identifier: Apache-2.0
// args: int M, int N, int K, int 0-1, in A (M+1)*K, in B (K+1)*N, out C M*N
// run cpu: M=16 N=32 K=16; global N, M
kernel void product(int M, int N, int K, int L, global const float* A, global const float* B, global float* C) {
  int j = get_global_id(0), i = get_global_id(1);
  A += K;
  B += N;
  float s = 0;
  for (int k = L; k < K; ++k) s += A[i * K + k] * B[k * N + j];
  C[i * N + j] = s;
}
