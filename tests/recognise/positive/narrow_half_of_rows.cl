// SPDX-License-Identifier: Apache-2.0
// args: in A M*K, in B K*N, out C M*N, int X, int N, int K
// run qpu: M=16 N=16 K=16 X=20; global N, M
// run qpu: M=9 N=7 K=11 X=9; global N, M
// run cpu: M=16 N=16 K=16 X=-1; global N, M
// run cpu: M=16 N=16 K=16 X=-20; global N, M
kernel void product(global const float* A, global const float* B, global float* C, short x, int N, int K) {
  int row = get_global_id(1), col = get_global_id(0);
  if (row >= x / 2) return;
  float sum = 0;
  for (int k = 0; k < K; ++k) sum += A[row * K + k] * B[k * N + col];
  C[row * N + col] = sum;
}
