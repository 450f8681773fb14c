// SPDX-License-Identifier: Apache-2.0
// args: int M, int N, int K, in A S*M*K, in B S*K*N, out C S*M*N
// run qpu: S=3 M=16 N=24 K=16; global 24, 48
kernel void bmm(int M, int N, int K, global const float* A, global const float* B, global float* C) {
  int r = get_global_id(1), j = get_global_id(0), s = r / M, i = r % M;
  float sum = 0;
  for (int k = 0; k < K; ++k) sum += A[s * M * K + i * K + k] * B[s * K * N + k * N + j];
  C[s * M * N + i * N + j] = sum;
}
