// SPDX-License-Identifier: Apache-2.0
// args: int M, int N, int K, in A M*K, in B K*N, out C M*N
// run qpu: M=19 N=21 K=13; global 24, 24
// run qpu: M=16 N=16 K=16; global 16, 16
kernel void product(int M, int N, int K, global const float* A, global const float* B, global float* C) {
  int j = min((int)get_global_id(0), N - 1), i = min((int)get_global_id(1), M - 1);
  float s = 0;
  for (int k = 0; k < K; ++k) s += A[i * K + k] * B[k * N + j];
  C[i * N + j] = s;
}
