// SPDX-License-Identifier: Apache-2.0
// args: int M, int N, int K, in A M*K, in B K*N, out C M*N
// run qpu: M=19 N=37 K=23; global N, M
kernel void product(int M, int N, int K, global const float* A, global const float* B, global float* C) {
  int row = get_global_id(1), col = get_global_id(0);
  float acc = 0.0f;
  acc += C[row * N + col];
  for (int k = 0; k < K; k++) acc += (A[row * K + k] + 0.0f) * (0.0f + B[k * N + col]);
  C[row * N + col] = acc + 0.0f;
}
