// SPDX-License-Identifier: Apache-2.0
// args: int M, int N, int K, in A M*K, in B K*N, out C M*N+1
// reason: an address comes from data or unknown arithmetic (line 10: `C[row * N + col] = acc + 0.5f * C[row * N + (col ^ 1)];
// run cpu: M=1 N=1 K=8; global N, M
kernel void product(int M, int N, int K, global const float* A, global const float* B, global float* C) {
  int row = get_global_id(1);
  int col = get_global_id(0);
  float acc = 0.0f;
  for (int k = 0; k < K; k++) acc += A[row * K + k] * B[k * N + col];
  C[row * N + col] = acc + 0.5f * C[row * N + (col ^ 1)];
}
