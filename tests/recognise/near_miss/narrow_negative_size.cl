// SPDX-License-Identifier: Apache-2.0
// args: int M, int N, int 0-3, in A 64, in B 64, out C M*N
// run cpu: M=4 N=8 K=1; global N, M
kernel void product(int M, int N, short K, global const float* A, global const float* B, global float* C) {
  int col = get_global_id(0), row = get_global_id(1);
  float sum = 0;
  for (short k = 0; k < K; ++k) sum += A[row * K + k] * B[k * N + col];
  C[row * N + col] = sum;
}
