// SPDX-License-Identifier: Apache-2.0
// args: int M, int N, int K, in A M*K, in B K*N-1, out C M*N
// run stale: M=19 N=37 K=23; global N, M
kernel void product(int M, int N, int K, global const float* A, global const float* B, global float* C) {
  int i = get_global_id(1), j = get_global_id(0);
  float t = 0;
  for (int k = 0; k < K; ++k) t += A[i * K + k] * B[k * N + j];
  C[i * N + j] = t;
}
