// SPDX-License-Identifier: Apache-2.0
// args: int M, int N, int K, in A M*K, in B K*N, in D K*N, out C M*N
// reason: its terms are products of different buffers (line 8: `for (int k = 0; k < K; k += 2) {
// run cpu: M=16 N=32 K=16; global N, M
kernel void product(int M, int N, int K, global const float* A, global const float* B, global const float* D, global float* C) {
  int j = get_global_id(0), i = get_global_id(1);
  float even = 0, odd = 0;
  for (int k = 0; k < K; k += 2) {
    even += A[i * K + k] * B[k * N + j];
    odd += A[i * K + k + 1] * D[(k + 1) * N + j];
  }
  C[i * N + j] = even + odd;
}
