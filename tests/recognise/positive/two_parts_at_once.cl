// SPDX-License-Identifier: Apache-2.0
// args: int M, int N, int K, int L, in A M*K, in B K*N, out C M*N
// run qpu: M=32 N=48 K=16 L=8; global N, M
// run qpu: M=9 N=7 K=11 L=5; global N, M
// run qpu: M=9 N=7 K=11 L=0; global N, M
kernel void product(int M, int N, int K, int L, global const float* A, global const float* B, global float* C) {
  int j = get_global_id(0), i = get_global_id(1);
  float low = 0, high = 0;
  for (int k = 0; k < L; ++k) {
    low += A[i * K + k] * B[k * N + j];
    high += A[i * K + L + k] * B[(L + k) * N + j];
  }
  C[i * N + j] = low + high;
}
