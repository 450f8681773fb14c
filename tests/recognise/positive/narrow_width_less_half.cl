// SPDX-License-Identifier: Apache-2.0
// args: in A M*20, in B K*20, out C M*N, int X, int N, int K
// run qpu: M=16 N=8 K=8 X=8; global N, M
// run qpu: M=9 N=7 K=11 X=3; global N, M
// run cpu: M=16 N=8 K=8 X=-8; global N, M
kernel void product(global const float* A, global const float* B, global float* C, char x, int N, int K) {
  int row = get_global_id(1), col = get_global_id(0);
  float sum = 0;
  for (int k = 0; k < K; ++k) sum += A[row * (16 - x / 2) + k] * B[k * (16 - x / 2) + col];
  C[row * N + col] = sum;
}
