// SPDX-License-Identifier: Apache-2.0
// args: int M, int N, int K, in A M*K, in B K*N, out C M*N
// run qpu: M=32 N=48 K=16; global N, M
// run qpu: M=9 N=7 K=11; global N, M
// run qpu: M=9 N=7 K=1; global N, M
kernel void product(int M, int N, int K, global const float* A, global const float* B, global float* C) {
  int j = get_global_id(0), i = get_global_id(1);
  const int middle = K / 2;
  float low = 0, high = 0;
  for (int k = 0; k < middle; ++k) low += A[i * K + k] * B[k * N + j];
  for (int k = middle; k < K; ++k) high += A[i * K + k] * B[k * N + j];
  C[i * N + j] = low + high;
}
