// SPDX-License-Identifier: Apache-2.0
// args: int K, int K, int K, in A K*K, out B K*K, same B
// run cpu: K=1; global K, K
kernel void product(int M, int N, int K, global const float* A, global const float* B, global float* C) {
  int row = get_global_id(1);
  int col = get_global_id(0);
  float acc = 0.0f;
  for (int k = 0; k < K; k++) acc += A[row * K + k] * B[k * N + col];
  C[row * N + col] = acc;
}
