// SPDX-License-Identifier: Apache-2.0
// args: int M, int N, int K, in A M*K, in B K*N, out C M*N
// reason: its sum changes its stride (line 13: `s3 += A[i * K + k + 3] * B[(k + 3) * N + j];
// run cpu: M=16 N=32 K=16; global N, M
// run cpu: M=16 N=32 K=4; global N, M
kernel void product(int M, int N, int K, global const float* A, global const float* B, global float* C) {
  int j = get_global_id(0), i = get_global_id(1);
  float s0 = 0, s1 = 0, s2 = 0, s3 = 0;
  for (int k = 0; k < K; k += 4) {
    s0 += A[i * K + k] * B[k * N + j];
    s1 += A[i * K + k + 1] * B[(k + 1) * N + j];
    s2 += A[i * K + k + 2] * B[(k + 2) * N + j];
    s3 += A[i * K + k + 3] * B[(k + 3) * N + j];
  }
  C[i * N + j] = s0 + s2 + s3;
}
