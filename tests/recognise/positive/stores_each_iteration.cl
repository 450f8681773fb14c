// SPDX-License-Identifier: Apache-2.0
// args: int M, int N, int L, in A M*K, in B K*N, out C M*N, float 1.5
// run qpu: M=16 N=24 K=16 L=16; global 24, 16
// run cpu: M=16 N=24 K=16 L=0; global 24, 16
kernel void product(int M, int N, int K, global const float* A, global const float* B, global float* C, float al) {
  int j = get_global_id(0), i = get_global_id(1);
  float s = 0;
  for (int k = 0; k < K; ++k) { s += A[i * K + k] * B[k * N + j]; C[i * N + j] = al * s; }
}
