// SPDX-License-Identifier: Apache-2.0
// args: int M, int N, int K, in A S*M*K, in B S*K*N, out C S*M*N, int S
// run qpu: S=3 M=16 N=24 K=16; global 4, 16, 24
// run qpu: S=2 M=5 N=7 K=9; global 2, 5, 7
kernel void bmm(int M, int N, int K, global const float* A, global const float* B, global float* C, int S) {
  int s = get_global_id(0), i = get_global_id(1), j = get_global_id(2);
  if (s >= S || i >= M || j >= N) return;
  float sum = 0;
  for (int k = 0; k < K; ++k) sum += A[(s * M + i) * K + k] * B[(s * K + k) * N + j];
  C[(s * M + i) * N + j] = sum;
}
