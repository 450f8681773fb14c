// SPDX-License-Identifier: Apache-2.0
// args: int M, int N, int K, in A M*K, in B K*N, out C M*N
// run qpu: M=16 N=32 K=16; global N, M
kernel void product(int M, int N, int K, global const float* A, global const float* B, global float* C) {
  int row = get_global_id(1), col = get_global_id(0), i = row * N + col;
  float sum = 0;
  for (int k = 0; k < K - 1; k++) sum += A[row * K + k] * B[k * N + col];
  C[i] = (C[i] + sum) + A[row * K + K - 1] * B[(K - 1) * N + col];
}
