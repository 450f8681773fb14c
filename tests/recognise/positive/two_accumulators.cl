// SPDX-License-Identifier: Apache-2.0
// args: int M, int N, int K, in A M*K, in B K*N, out C M*N
// run qpu: M=16 N=32 K=16; global N, M
kernel void product(int M, int N, int K, global const float* A, global const float* B, global float* C) {
  int row = get_global_id(1);
  int col = get_global_id(0);
  float acc = 0, odd = 0;
  for (int k = 0; k < K; k += 2) { acc += A[row * K + k] * B[k * N + col]; odd += A[row * K + k + 1] * B[(k + 1) * N + col]; }
  C[row * N + col] = acc + odd;
}
