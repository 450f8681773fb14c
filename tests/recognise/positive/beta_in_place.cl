// SPDX-License-Identifier: Apache-2.0
// args: int M, int N, int K, float 1.5, in A M*K, in B K*N, float -0.75, out C M*N
// run qpu: M=32 N=48 K=16; global N, M
// run qpu: M=19 N=37 K=23; global N, M
kernel void sgemm_(const uint M, const uint N, const uint K, const float alpha, global const float* A, global const float* B, const float beta, global float* C) {
  uint j = get_global_id(0), i = get_global_id(1);
  float s = 0;
  for (uint k = 0; k < K; ++k) s += A[i * K + k] * B[k * N + j];
  C[i * N + j] *= beta;
  C[i * N + j] += alpha * s;
}
