// SPDX-License-Identifier: Apache-2.0
// args: in A M*16, in B 16*N, out C M*N, int X, int N
// terms: 16
// run qpu: M=16 N=16 X=8; global N, M
// run qpu: M=9 N=7 X=35; global N, M
// run cpu: M=16 N=16 X=-1; global N, M
// run cpu: M=16 N=16 X=-100; global N, M
kernel void product(global const float* A, global const float* B, global float* C, short x, int N) {
  int row = get_global_id(1), col = get_global_id(0);
  float sum = 0;
  for (int k = 0; k < min(x >> 1, 16); ++k) sum += A[row * 16 + k] * B[k * N + col];
  C[row * N + col] = sum;
}
