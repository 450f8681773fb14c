// SPDX-License-Identifier: Apache-2.0
// args: int M, int N, int K, in A M*K, in B K*(N+8), out C M*N
// reason: an index is used whole and clamped (line 9: `C[i * N + min(j, N - 1)] = s;
// run stale: M=16 N=21 K=13; global 24, 16
kernel void product(int M, int N, int K, global const float* A, global const float* B, global float* C) {
  int j = get_global_id(0), i = get_global_id(1);
  float s = 0;
  for (int k = 0; k < K; ++k) s += A[i * K + k] * B[k * N + j];
  C[i * N + min(j, N - 1)] = s;
}
