// SPDX-License-Identifier: Apache-2.0
// args: int M, int N, int K, in A M*K, in B K*N, out C M*N
// run qpu: M=19 N=40 K=23; global N/4, M
kernel void product(int M, int N, int K, global const float* A, global const float* B, global float* C) {
  int i = get_global_id(1), j4 = get_global_id(0);
  float4 acc = 0.0f;
  for (int k = 0; k < K; ++k) acc += A[i * K + k] * vload4(j4, B + k * N);
  vstore4(acc, j4, C + i * N);
}
