// SPDX-License-Identifier: Apache-2.0
// args: int M, int N, int K, int LDC, in A M*K+64*K, in B K*N+64, out C 64*LDC
// run cpu: M=20 N=30 K=16 LDC=48; global 48, 32
kernel void product(int M, int N, int K, int ldc, global const float* A, global const float* B, global float* C) {
  int col = get_global_id(0), row = get_global_id(1);
  float sum = 0;
  for (int k = 0; k < K; ++k) sum += A[row * K + k] * B[k * N + col];
  C[row * ldc + col] = col < N && row < M ? sum : 0;
}
