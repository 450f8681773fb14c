// SPDX-License-Identifier: Apache-2.0
// args: int M, int N, int K, in A M*K+1, in B K*N+N, out C M*N
// run qpu: M=16 N=32 K=16; global N, M
// run qpu: M=9 N=7 K=11; global N, M
// run qpu: M=9 N=7 K=1; global N, M
// run qpu: M=9 N=7 K=2; global N, M
// run qpu: M=9 N=7 K=0; global N, M
kernel void product(int M, int N, int K, global const float* A, global const float* B, global float* C) {
  int j = get_global_id(0), i = get_global_id(1);
  float s = 0;
  int k;
  for (k = 0; k < K - 1; k += 2) {
    s += A[i * K + k] * B[k * N + j];
    s += A[i * K + k + 1] * B[(k + 1) * N + j];
  }
  if (k < K) s += A[i * K + k] * B[k * N + j];
  C[i * N + j] = s;
}
