// SPDX-License-Identifier: Apache-2.0
// args: int M, int N, int K, in A M*K, out B K*N
// reason: a factor is read from the output (line 10: `if (row == M - 1) B[col] = acc;
// run cpu: M=1 N=16 K=1; global N, M
kernel void product(int M, int N, int K, global const float* A, global float* B) {
  int row = get_global_id(1);
  int col = get_global_id(0);
  float acc = 0.0f;
  for (int k = 0; k < K; k++) acc += A[row * K + k] * B[k * N + col];
  if (row == M - 1) B[col] = acc;
}
