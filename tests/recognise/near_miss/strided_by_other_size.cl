// SPDX-License-Identifier: Apache-2.0
// args: int M, int N, int K, in A M*K, in B K*N, out C M*N
// run cpu: M=32 N=48 K=16; global 4, 8
kernel void product(int M, int N, int K, global const float* A, global const float* B, global float* C) {
  for (int row = get_global_id(1); row < M; row += get_global_size(1))
    for (int col = get_global_id(0); col < N; col += get_global_size(1)) {
      float sum = 0;
      for (int k = 0; k < K; ++k) sum += A[row * K + k] * B[k * N + col];
      C[row * N + col] = sum;
    }
}
