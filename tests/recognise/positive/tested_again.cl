// SPDX-License-Identifier: Apache-2.0
// args: int M, int N, int K, in A M*K+1, in B K*N+N, out C M*N
// run qpu: M=16 N=32 K=16; global N, M
// run qpu: M=9 N=7 K=11; global 16, 16
kernel void product(int M, int N, int K, global const float* A, global const float* B, global float* C) {
  int j = get_global_id(0), i = get_global_id(1);
  if (i >= M || j >= N) return;
  float s = 0;
  for (int k = 0; k < K; ++k) {
    if (i > M) continue;
    s += A[i * K + k] * B[k * N + j];
  }
  if (j <= N) C[i * N + j] = s;
}
