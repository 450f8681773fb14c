// SPDX-License-Identifier: Apache-2.0
// args: int M, int N, int K, in A M*K, in B K*N, out C M*N
// run cpu: M=32 N=70 K=80; global M
kernel void product(int M, int N, int K, global const float* A, global const float* B, global float* C) {
  const int row = get_global_id(0);
  for (int col = 0; col < N / 2; ++col) C[row * N + col] = 0;
  for (int k = 0; k < K; ++k)
    for (int col = 0; col < N; ++col) C[row * N + col] += A[row * K + k] * B[k * N + col];
}
