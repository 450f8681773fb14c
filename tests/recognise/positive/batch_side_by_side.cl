// SPDX-License-Identifier: Apache-2.0
// args: int N, int K, float 1.5, float 0.75, in A M*K*D, in B K*N*D, out C M*N*D
// run qpu: M=16 N=8 K=16 D=3; global N, M, D
// run qpu: M=9 N=7 K=11 D=5; global N, M, D
kernel void product(int N, int K, float alpha, float beta, global const float* A, global const float* B, global float* C) {
  int j = get_global_id(0), i = get_global_id(1), d = get_global_id(2), D = get_global_size(2);
  float s = 0;
  for (int k = 0; k < K; ++k) s += A[(i * D + d) * K + k] * B[k * N * D + d * N + j];
  C[(i * D + d) * N + j] = alpha * s + beta * C[(i * D + d) * N + j];
}
