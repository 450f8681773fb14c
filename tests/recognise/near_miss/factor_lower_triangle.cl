// SPDX-License-Identifier: Apache-2.0
// args: int M, int N, int K, in A M*K, in B K*N, out C M*N
// run cpu: M=8 N=24 K=9; global N, M
kernel void product(int M, int N, int K, global const float* A, global const float* B, global float* C) {
  int i = get_global_id(1), j = get_global_id(0);
  float keep = j <= i ? 1.0f : 0.0f, sum = 0;
  for (int k = 0; k < K; ++k) sum += keep * A[i * K + k] * B[k * N + j];
  C[i * N + j] = sum;
}
