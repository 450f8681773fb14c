// SPDX-License-Identifier: Apache-2.0
// args: int N, int K, in A M*K*D, in B K*N*D, same A
// run cpu: M=16 N=16 K=16 D=2; global N, M, 1
// run cpu: M=16 N=16 K=16 D=2; global N, M, 1
kernel void product(int N, int K, global float* A, global const float* B, global float* C) {
  int j = get_global_id(0), i = get_global_id(1), d = get_global_id(2), M = get_global_size(1);
  C += M * N;
  float s = 0;
  for (int k = 0; k < K; ++k) s += A[d * 2 * M * K + i * K + k] * B[d * K * N + k * N + j];
  C[d * 2 * M * N + i * N + j] = s;
}
