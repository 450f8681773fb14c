// SPDX-License-Identifier: Apache-2.0
// args: int M, int N, int K, int R, in A M*K, in B K*N, out C M*N
// run cpu: M=19 N=37 K=23 R=0; global N, M
// run qpu: M=19 N=37 K=23 R=3; global N, M
kernel void product(int M, int N, int K, int R, global const float* A, global const float* B, global float* C) {
  int i = get_global_id(1), j = get_global_id(0);
  for (int r = 0; r < R; ++r) {
  float t = 0;
  for (int k = 0; k < K; ++k) t += A[i * K + k] * B[k * N + j];
  C[i * N + j] = t;
  }
}
