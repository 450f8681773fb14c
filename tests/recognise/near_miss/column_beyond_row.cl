// SPDX-License-Identifier: Apache-2.0
// args: int M, int N, int K, in A M*K, in B K*N+4, out C M*N+4
// reason: a store depends on an unknown condition (line 10: `if (col < N || row == M - 1) C[row * N + col] = acc;
// run cpu: M=4 N=8 K=8; global N+4, M
kernel void product(int M, int N, int K, global const float* A, global const float* B, global float* C) {
  int row = get_global_id(1);
  int col = get_global_id(0);
  float acc = 0.0f;
  for (int k = 0; k < K; k++) acc += A[row * K + k] * B[k * N + col];
  if (col < N || row == M - 1) C[row * N + col] = acc;
}
