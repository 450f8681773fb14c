// SPDX-License-Identifier: Apache-2.0
// args: int M, int N, int K, float 1.5, float -0.5, in A M*K, in B K*N, out C M*N
// run qpu: M=33 N=150 K=7; global 160, 40
// run qpu: M=5 N=70 K=40; global 80, 8; local 16, 8
kernel void multiply(int M, int N, int K, float alpha, float beta, global const float* A, global const float* B, global float* C) {
  int col = get_global_id(0), row = get_global_id(1);
  if (row >= M || col >= N) return;
  C[row * N + col] *= beta;
  for (int k = 0; k < K; k++) C[row * N + col] += alpha * A[row * K + k] * B[k * N + col];
}
