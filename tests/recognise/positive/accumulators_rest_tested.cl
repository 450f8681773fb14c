// SPDX-License-Identifier: Apache-2.0
// args: int K, float 1.5, float 0.75, in A M*K+1, in B K*N+N, out C M*N
// run qpu: M=16 N=32 K=16; global N, M
// run qpu: M=9 N=7 K=11; global N, M
// run qpu: M=9 N=7 K=1; global N, M
kernel void product(uint K, float alpha, float beta, global const float* A, global const float* B, global float* C) {
  uint j = get_global_id(0), i = get_global_id(1), N = get_global_size(0);
  float even = 0, odd = 0;
  for (uint k = 0; k < K / 2; ++k) {
    even += A[i * K + 2 * k] * B[2 * k * N + j];
    odd += A[i * K + 2 * k + 1] * B[(2 * k + 1) * N + j];
  }
  if (K % 2 == 1) even += A[i * K + K - 1] * B[(K - 1) * N + j];
  C[i * N + j] = alpha * (even + odd) + beta * C[i * N + j];
}
