// SPDX-License-Identifier: Apache-2.0
// options: -DCOLUMNS=1
// args: int M, int N, int K, in A M*K, in B K*N, out C M*N
// run qpu: M=16 N=32 K=16; global N, M
kernel void product(int M, int N, int K, global const float* A, global const float* B, global float* C) {
  int j = COLUMNS * get_global_id(0), i = get_global_id(1);
  float sum[COLUMNS];
  #pragma unroll
  for (uint s = 0; s < COLUMNS; ++s) sum[s] = 0;
  for (int k = 0; k < K; ++k)
    #pragma unroll
    for (uint s = 0; s < COLUMNS; ++s) sum[s] += A[i * K + k] * B[k * N + j + s];
  #pragma unroll
  for (uint s = 0; s < COLUMNS; ++s) C[i * N + j + s] = sum[s];
}
