// SPDX-License-Identifier: Apache-2.0
// args: int M, int N, int K, in A M*K, in B K*N, out C M*N, float 0.5
// run cpu: M=16 N=32 K=16; global N, M
kernel void product(int M, int N, int K, global const float* A, global const float* B, global float* C, float beta) {
  int row = get_global_id(1), col = get_global_id(0);
  for (int k = 0; k < K; k++) C[row * N + col] = beta * C[row * N + col] + A[row * K + k] * B[k * N + col];
}
