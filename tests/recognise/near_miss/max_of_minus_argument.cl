// SPDX-License-Identifier: Apache-2.0
// args: int K, int m, in A M*4, in B 4*N, out C M*N, int N
// run cpu: K=2 m=-4 M=3 N=5; global N, M
kernel void product(int K, int m, global const float* A, global const float* B, global float* C, int N) {
  int row = get_global_id(1), col = get_global_id(0);
  float sum = 0;
  for (int k = 0; k < max(K, -m); k++) sum += A[row * 4 + k] * B[k * N + col];
  C[row * N + col] = sum;
}
