// SPDX-License-Identifier: Apache-2.0
// args: int M, int N, in A M*K, in B K*N, out C M*N
// run qpu: M=32 N=48 K=3; global N, M; local 16, 16
// run qpu: M=32 N=48 K=6; global N, M; local 8, 4
kernel void product(int M, int N, global const float* A, global const float* B, global float* C) {
  int i = get_global_id(1), j = get_global_id(0), K = get_num_groups(0);
  float t = 0;
  for (int k = 0; k < K; ++k) t += A[i * K + k] * B[k * N + j];
  C[i * N + j] = t;
}
