// SPDX-License-Identifier: Apache-2.0
// args: int M, int N, int K, in A M*K+1, in B K*N+N, out C M*N
// reason: a product is added on an unknown condition (line 9: `if (K & 1) s += A[i * K] * B[j];
// run cpu: M=16 N=32 K=16; global N, M
// run cpu: M=16 N=32 K=2; global N, M
kernel void product(int M, int N, int K, global const float* A, global const float* B, global float* C) {
  int j = get_global_id(0), i = get_global_id(1);
  float s = A[i * K + 1] * B[N + j];
  if (K & 1) s += A[i * K] * B[j];
  C[i * N + j] = s;
}
