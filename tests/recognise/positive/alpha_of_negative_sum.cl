// SPDX-License-Identifier: Apache-2.0
// args: int M, int N, int K, float 1.5, float 0.5, in A M*K, in B K*N, out C M*N
// run qpu: M=32 N=48 K=16; global N, M
// run qpu: M=9 N=7 K=11; global N, M
kernel void product(int M, int N, int K, float alpha, float beta, global const float* A, global const float* B, global float* C) {
  int col = get_global_id(0), row = get_global_id(1);
  float sum = 0;
  for (int k = 0; k < K; ++k) sum += A[row * K + k] * B[k * N + col];
  C[row * N + col] = alpha * (C[row * N + col] - sum);
}
